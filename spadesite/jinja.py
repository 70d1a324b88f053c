"""The Jinja2 environment for tables, rooted in `templates/jinja2/`. All other pages use Django’s templates.

Texts have the same tags as in Django’s templates, so that `makemessages` finds them and there is one syntax to learn.
"""

from functools import lru_cache
from typing import Any, Final

from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext, pgettext, trim_whitespace
from jinja2 import Environment, StrictUndefined, nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from jinja2.utils import Cycler
from markupsafe import Markup

from games.templatetags.cards import chip, drawn, part, with_cards

#: Size of the cache of URLs.
ADDRESSES: Final = 4096


class PageEnvironment(Environment):
    """Jinja2's environment, except that an AttributeError raised inside a property propagates.

    Jinja2 itself would treat the property as undefined.
    """

    def getattr(self, obj: Any, attribute: str) -> Any:
        return getattr(obj, attribute) if hasattr(type(obj), attribute) else super().getattr(obj, attribute)


def environment(**options: Any) -> Environment:
    """Return the environment of Django's Jinja2 backend, with autoescaping and an unlimited cache of templates."""
    options |= {"undefined": StrictUndefined, "keep_trailing_newline": True, "cache_size": -1}
    found = PageEnvironment(**options, extensions=[TranslationTags])  # Django passes autoescape=True
    tags = {"url": url, "static": static, "part": part, "drawn": drawn, "chip": chip}
    found.globals = {"_": gettext, "cycler": Cycler, **tags}
    found.filters["with_cards"] = with_cards
    return found


@lru_cache(ADDRESSES)
def url(name: str, *given: str | int) -> str:
    return reverse(name, args=given)


class TranslationTags(Extension):
    """The tags `{% translate "Score" context "short" %}` and, with escaped values,
    `{% blocktranslate trimmed with n=number %}Hand {{ n }}{% endblocktranslate %}`.
    """

    tags = {"translate", "blocktranslate"}

    def parse(self, parser: Parser) -> nodes.Node:
        tag = next(parser.stream)
        text = self._text(parser) if tag.value == "translate" else self._sentence(parser)
        return nodes.Output([text]).set_lineno(tag.lineno)

    def said(self, text: str, context: str = "") -> Markup:
        """Return the translation marked as safe: it comes from the site's own files and may contain tags."""
        return Markup(pgettext(context, text) if context else gettext(text))  # noqa: S704

    def filled(self, text: str, **values: Any) -> Markup:
        return self.said(text) % values

    def _text(self, parser: Parser) -> nodes.Expr:
        words: list[nodes.Expr] = [nodes.Const(parser.stream.expect("string").value)]
        if parser.stream.skip_if("name:context"):
            words.append(nodes.Const(parser.stream.expect("string").value))
        return self.call_method("said", words)

    def _sentence(self, parser: Parser) -> nodes.Expr:
        stream, values, words = parser.stream, dict[str, nodes.Expr](), list[str]()
        stream.expect("name:trimmed")
        if stream.skip_if("name:with"):
            while stream.current.type == "name":
                name = stream.expect("name").value
                stream.expect("assign")
                values[name] = parser.parse_expression()
        stream.expect("block_end")
        while (token := next(stream)).type != "block_begin":
            if token.type == "data":
                words.append(token.value.replace("%", "%%"))
                continue
            name = stream.expect("name").value
            stream.expect("variable_end")
            values.setdefault(name, nodes.Name(name, "load"))
            words.append(f"%({name})s")
        stream.expect("name:endblocktranslate")
        text = nodes.Const(trim_whitespace("".join(words)))
        return self.call_method("filled", [text], [nodes.Keyword(name, value) for name, value in values.items()])
