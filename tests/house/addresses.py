"""Every address of the site, and what stands in one."""

from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver, reverse

OF_OTHERS = ("admin", "account", "mfa", "usersessions", "socialaccount")


def routes(resolver: URLResolver, space: str = "") -> Iterator[tuple[str, URLPattern]]:
    for one in resolver.url_patterns:
        if isinstance(one, URLResolver):
            yield from routes(one, one.namespace or space)
        else:
            yield f"{space}:{one.name}" if space else str(one.name), one


#: Some names stand twice: pages of ours in the place of allauth's.
EVERY = list(routes(get_resolver("spadesite.urls")))
ALL = dict(EVERY)
OURS = sorted(name for name, one in ALL.items() if not name.startswith(OF_OTHERS))
GIVEN = {
    **{"code": "", "number": 1, "step": 1, "token": "A" * 22, "key": "twoman", "name": "x", "pk": 1, "seat": 1},
    **{"invitation": "A" * 22, "room": "nowhere", "challenge": "A" * 22, "entrant": 1, "day": "2026-11-22", "board": 1},
    **{"month": "2026-11", "content_type_id": 1, "object_id": 1, "id": 1},
}


def address(name: str, **given: str) -> str:
    told = {**GIVEN, **given}
    return reverse(name, kwargs={key: told[key] for key in ALL[name].pattern.converters})
