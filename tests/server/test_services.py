"""Notices that arrive: a real encrypted web push and a real web hook, received on the loopback address."""

import base64
import time
from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from sandtable.server.config import Settings
from tests.server.receivers import Browser, certificate, encoded, point, receiving
from tests.server.world import serving

VAPID = ec.generate_private_key(ec.SECP256R1())


def with_services(lite: Settings) -> Settings:
    return msgspec.structs.replace(
        lite,
        url="http://localhost:1",
        notices_to_private_addresses=True,
        apprise_schemes="json",
        vapid_key=encoded(VAPID.private_numbers().private_value.to_bytes(32, "big")),
        vapid_contact="mailto:host@example.org",
        notice_delay=3600.0,
    )


async def test_a_browser_is_told_by_web_push(lite: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = certificate(tmp_path)
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(path))
    browser = Browser()
    with receiving(path) as service:
        async with serving(with_services(lite)) as world:
            north, _, table = await world.two_at_a_table(title="The long war")
            key = (await north.get("/push-key"))["key"]
            assert base64.urlsafe_b64decode(key + "==") == point(VAPID)
            origin = f"https://127.0.0.1:{service.port}"
            address = browser.subscription(f"{origin}/push/a-secret-path")
            channel = await north.post("/me/channels", {"kind": "push", "address": address})
            assert channel["address"] == "this browser"
            await world.hall.notices.send_due(time.time() + 7200)
            ((where, headers, body),) = service.got
            assert where == "/push/a-secret-path"
            assert (headers["content-encoding"], headers["ttl"]) == ("aes128gcm", "86400")
            assert browser.read(body) == {
                "title": "Your turn",
                "body": f"It is your turn in The long war. http://localhost:1/t/{table}",
            }
            check_signature(headers["authorization"], origin)
            service.status = 410  # the browser has unsubscribed
            assert "410" in (await north.post(f"/me/channels/{channel['id']}/test"))["error"]
            (shown,) = await north.get("/me/channels")
            assert (shown["failures"], "410" in shown["error"]) == (1, True)


def check_signature(given: str, origin: str) -> None:
    """The push service can tell that this very server has sent it, to this very service."""
    fields = dict(part.strip().split("=", 1) for part in given.removeprefix("vapid ").split(","))
    assert base64.urlsafe_b64decode(fields["k"] + "==") == point(VAPID)
    head, claims, signature = fields["t"].split(".")
    found = msgspec.json.decode(base64.urlsafe_b64decode(claims + "=="))
    assert (found["aud"], found["sub"]) == (origin, "mailto:host@example.org")
    raw = base64.urlsafe_b64decode(signature + "==")
    whole = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    VAPID.public_key().verify(whole, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))


async def test_a_web_hook_is_told_by_apprise(lite: Settings) -> None:
    with receiving() as service:
        async with serving(with_services(lite)) as world:
            north, _, table = await world.two_at_a_table(title="The long war")
            address = f"json://127.0.0.1:{service.port}/hook"
            channel = await north.post("/me/channels", {"kind": "apprise", "address": address, "games": ["auction"]})
            other = await north.post("/me/channels", {"kind": "apprise", "address": f"{address}2", "games": ["echoes"]})
            third = {"kind": "apprise", "address": f"{address}5", "games": ["another-table"]}
            assert (await north.post("/me/channels", third))["games"] == ["another-table"]
            await world.hall.notices.send_due(time.time() + 7200)
            ((where, _, body),) = service.got  # the others are for another game, or for another table
            assert where == "/hook"
            sent = msgspec.json.decode(body)
            assert sent["title"] == "Your turn"
            assert sent["message"] == f"It is your turn in The long war. http://localhost:1/t/{table}"
            for games, told in (([table], 2), (["another-table", table], 3)):
                await north.post("/me/channels", {"kind": "apprise", "address": f"{address}6", "games": games})
                notice = {"game": "auction", "table_id": table, "text": "Your turn."}
                service.got.clear()
                await world.hall.notices.tell((await north.get("/me"))["id"], [notice])
                assert len(service.got) == told, "a channel may be for one table"
            assert (await north.post(f"/me/channels/{other['id']}/test"))["error"] == ""
            assert service.got[-1][0] == "/hook2"
            two = await north.post("/me/channels", {"kind": "apprise", "address": f"{address}3, {address}4"})
            before = len(service.got)
            await north.post(f"/me/channels/{two['id']}/test")
            assert len(service.got) <= before + 1, "no second address is smuggled in behind the first"
            service.status = 500
            error = (await north.post(f"/me/channels/{channel['id']}/test"))["error"]
            assert error == "the service did not take the notice"


@pytest.mark.parametrize("scheme", ["json", "gotify", "workflows", "push"])
async def test_a_service_does_not_send_us_on_to_another(
    lite: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scheme: str
) -> None:
    path = certificate(tmp_path)
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(path))
    settings = msgspec.structs.replace(with_services(lite), apprise_schemes="json,gotify,workflows")
    secure = path if scheme in ("push", "workflows") else None
    with receiving(secure) as service, receiving() as inside:
        service.location, place = f"http://127.0.0.1:{inside.port}/inside", f"127.0.0.1:{service.port}"
        address = f"{scheme}://{place}/{'a' * 32}/{'b' * 32}?redirect=yes"
        body = {"kind": "apprise", "address": address}
        if scheme == "push":
            body = {"kind": "push", "address": Browser().subscription(f"https://{place}/push")}
        async with serving(settings) as world:
            north = world.person()
            await north.post("/session")
            channel = await north.post("/me/channels", body)
            for service.status in (302, 307):
                assert (await north.post(f"/me/channels/{channel['id']}/test"))["error"]
        assert len(service.got) == 2
        assert inside.got == []
