"""Pages are packed in what the browser understands, and never twice."""

import gzip

import brotli
import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from spadesite.middleware import CompressionMiddleware

WORDS = b"<p>The deal is sealed before you see a card.</p>" * 20


def answered(accepts: str, response: HttpResponse) -> HttpResponse:
    def page(request: HttpRequest) -> HttpResponse:
        return response

    asked = RequestFactory().get("/", headers={"Accept-Encoding": accepts})
    answer = CompressionMiddleware(page)(asked)
    assert isinstance(answer, HttpResponse)
    return answer


@pytest.mark.parametrize("accepts", ["br", "gzip, deflate, br, zstd", "gzip;q=0.5, br;q=0.9", "br;q=0.01"])
def test_who_knows_brotli_gets_it(accepts: str) -> None:
    answer = answered(accepts, HttpResponse(WORDS, headers={"ETag": '"one"'}))
    assert brotli.decompress(answer.content) == WORDS
    assert answer["Content-Encoding"] == "br" and answer["ETag"] == 'W/"one"'
    assert int(answer["Content-Length"]) == len(answer.content) and "Accept-Encoding" in answer["Vary"]


@pytest.mark.parametrize("accepts", ["gzip", "gzip, br;q=0", "br;q=0.00, gzip", "gzip, brown"])
def test_others_get_gzip(accepts: str) -> None:
    answer = answered(accepts, HttpResponse(WORDS))
    assert answer["Content-Encoding"] == "gzip" and gzip.decompress(answer.content) == WORDS


@pytest.mark.parametrize(
    ("accepts", "response"),
    [
        ("identity", HttpResponse(WORDS)),
        ("br", HttpResponse(b"short")),
        ("br", HttpResponse(WORDS, headers={"Content-Encoding": "identity"})),
    ],
)
def test_the_rest_goes_through_as_it_is(accepts: str, response: HttpResponse) -> None:
    body = response.content
    assert answered(accepts, response).content == body


@pytest.mark.django_db
def test_a_page_differs_from_itself_in_the_token_of_its_forms(client: Client) -> None:
    """What is masked anew in each page cannot be guessed by how well it packs."""
    found = {client.get("/accounts/login/").content for _ in range(2)}
    assert len(found) == 2
