"""Tags for parts of a template that a page shows twice: its title and its section headings."""

import re

from django import template
from django.template.context import Context
from django.template.loader_tags import BLOCK_CONTEXT_KEY
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

_HEADING = re.compile(r'<h2 id="([\w-]+)">(.*?)</h2>')


@register.simple_tag(takes_context=True)
def content_of(context: Context, block: str) -> SafeString:
    """Render a block of this page again, elsewhere in the layout."""
    return context.render_context[BLOCK_CONTEXT_KEY].get_block(block).render(context)


@register.simple_block_tag
def section(content: str, key: str, title: str) -> SafeString:
    """Render a section of a text page with a heading that `contents` finds."""
    return format_html('<section aria-labelledby="{}"><h2 id="{}">{}</h2>{}</section>', key, key, title, content)


@register.filter
def contents(article: str) -> SafeString:
    """Return a list item with a link for each section of the rendered article."""
    # The article is a rendered template of this site, so its headings are already escaped.
    headings = ((key, SafeString(title)) for key, title in _HEADING.findall(article))
    return format_html_join("", '<li><a href="#{}">{}</a></li>', headings)
