// Deals a hand again from its seeds, without the server. Inlined into the page, so that a saved page works, too.
"use strict";

(() => {
  const data = JSON.parse(document.getElementById("deal-data").textContent);
  const words = data.words;
  const form = document.getElementById("seeds");
  const CHECKS = ["commitment", "chain", "draw", "deal", "reshuffles", "draws"];
  const text = new TextEncoder();

  const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const bytes = (digits) => Uint8Array.from(digits.match(/../g) || [], (pair) => parseInt(pair, 16));

  // Returns a function that returns a uniform number below n: a 32-bit word of HMAC-SHA256 modulo n. Words that would
  // bias the result are rejected.
  async function draws(secret, playerSeed, event) {
    const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    let block = 0;
    let words32 = [];
    return async (n) => {
      const fair = 2 ** 32 - (2 ** 32 % n);
      for (;;) {
        if (!words32.length) {
          const message = text.encode(`${playerSeed}:${data.hand}:${event}:${block}`);
          const view = new DataView(await crypto.subtle.sign("HMAC", key, message));
          for (let i = 0; i < view.byteLength; i += 4) words32.push(view.getUint32(i));
          block += 1;
        }
        const word = words32.shift();
        if (word < fair) return word % n;
      }
    };
  }

  // Fisher-Yates from the last place down.
  async function shuffled(pack, draw) {
    const deck = pack.slice();
    for (let i = deck.length - 1; i > 0; i -= 1) {
      const j = await draw(i + 1);
      [deck[i], deck[j]] = [deck[j], deck[i]];
    }
    return deck;
  }

  // The seat that gets the card at index i of the shuffled pack; null if the card is not dealt to a seat.
  const owner = (i) => (i < data.seats * data.size ? (data.first + Math.floor(i / data.run)) % data.seats : null);
  const lying = (i) => (i < data.seats * data.size + data.kitty.length ? words.kitty : words.left);
  const dealt = (deck) => data.hands.map((_, seat) => deck.filter((_card, i) => owner(i) === seat));

  // The discards are first sorted into the pack's order, so that only their set matters.
  async function reshuffled(secret, playerSeed, told) {
    const pile = data.pack.filter((card) => told.deck.includes(card));
    return (await shuffled(pile, await draws(secret, playerSeed, told.event))).join() === told.deck.join();
  }

  async function drawnAgain(secret, playerSeed, told) {
    const draw = await draws(secret, playerSeed, told.event);
    return told.among[await draw(told.among.length)] === told.card;
  }

  // The day's link, hashed `number` times, is the chain's tip. The HMAC of the game’s key with the link is the seed.
  async function chained(serverSeed) {
    let link = bytes(data.chain.link);
    const key = await crypto.subtle.importKey("raw", link, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const seed = hex(await crypto.subtle.sign("HMAC", key, text.encode(data.chain.key)));
    for (let day = 0; day < data.chain.number; day += 1) link = await crypto.subtle.digest("SHA-256", link);
    return seed === serverSeed && hex(link) === data.chain.tip;
  }

  const same = (one, other) => one.slice().sort().join() === other.slice().sort().join();

  function say(name, good, sentence) {
    const line = document.querySelector(`[data-check="${name}"]`);
    if (!line) return;
    line.dataset.good = good ? "yes" : "no";
    const verdict = line.querySelector("b") || document.createElement("b");
    verdict.textContent = good ? words.yes : words.no;
    const reason = line.querySelector("span");
    reason.textContent = sentence;
    line.replaceChildren(verdict, " ", reason);
  }

  const jokers = { BJ: words.bigJoker, LJ: words.littleJoker };
  const suits = { C: "♣", D: "♦", H: "♥", S: "♠" };
  const shown = (card) => jokers[card] || card.slice(0, -1).replace("T", "10") + suits[card.slice(-1)] + "\ufe0e";

  function showDeck(deck) {
    const list = document.getElementById("deck");
    list.replaceChildren(...deck.map((card, i) => {
      const suit = card.slice(-1);
      const place = document.createElement("li");
      const face = document.createElement("span");
      face.className = "chip";
      face.dataset.suit = suit.toLowerCase();
      face.dataset.card = card;
      face.textContent = shown(card);
      const whose = document.createElement("small");
      whose.textContent = owner(i) === null ? lying(i) : data.names[owner(i)];
      place.append(face, " ", whose);
      return place;
    }));
  }

  async function check() {
    const serverSeed = form.elements.server_seed.value.trim().toLowerCase();
    if (!/^[0-9a-f]{64}$/.test(serverSeed)) {
      for (const name of CHECKS) say(name, false, words.noSeed);
      return;
    }
    const secret = bytes(serverSeed);
    const playerSeed = form.elements.player_seed.value;
    const sealed = hex(await crypto.subtle.digest("SHA-256", secret));
    const held = sealed === data.commitment;
    say("commitment", held, held ? words.sealHolds : words.sealBroken.replace("%s", sealed));
    const hangs = data.chain === null || (await chained(serverSeed));
    say("chain", hangs, hangs ? words.chainHolds : words.chainBroken);
    if (data.drawn !== null) {
      const seat = await (await draws(secret, playerSeed, 0))(data.seats);
      say("draw", seat === data.drawn, seat === data.drawn ? words.drawHolds : words.drawDiffers);
    }
    const deck = await shuffled(data.pack, await draws(secret, playerSeed, data.event));
    const rest = deck.slice(data.seats * data.size);
    const hands = dealt(deck).every((hand, seat) => same(hand, data.hands[seat]));
    const kitty = rest.splice(0, data.kitty.length);
    const lies = same(kitty, data.kitty) && rest.join() === data.deck.join();
    const agrees = hands && (lies || data.kitty.length + data.deck.length === 0);
    say("deal", agrees, agrees ? words.dealHolds : words.dealDiffers);
    let shuffles = true;
    for (const told of data.reshuffles) shuffles = (await reshuffled(secret, playerSeed, told)) && shuffles;
    say("reshuffles", shuffles, shuffles ? words.reshufflesHold : words.reshufflesDiffer);
    let picks = true;
    for (const told of data.draws) picks = (await drawnAgain(secret, playerSeed, told)) && picks;
    say("draws", picks, picks ? words.drawsHold : words.drawsDiffer);
    showDeck(deck);
  }

  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    check();
  });
  form.addEventListener("reset", () => setTimeout(check));
  if (window.crypto && crypto.subtle) check();
  else for (const name of CHECKS) say(name, false, words.noCrypto);
})();
