// Short synthesised tones at the table: a card, a trick, the player's turn, the end of a hand. Loaded only if sounds
// are on. Silent on a hidden page, and once sounds are switched off.
"use strict";

(() => {
  // Each tone: frequency in hertz, start and duration in seconds.
  const TONES = {
    card: [[196, 0, 0.06]],
    trick: [[330, 0, 0.09], [440, 0.07, 0.14]],
    turn: [[587, 0.18, 0.16]],
    over: [[392, 0, 0.14], [494, 0.12, 0.14], [587, 0.24, 0.3]],
  };
  const LOUD = 0.08;
  const table = () => document.getElementById("table");
  let audio = null;

  // Browsers allow sound only after a press in the page. Sounds before it are not played later.
  for (const kind of ["pointerup", "keydown"]) document.addEventListener(kind, () => { audio ??= window.AudioContext && new AudioContext(); }, { capture: true });

  function sound(name) {
    if (!audio || document.querySelector("#settings [name=sounds]")?.checked === false) return;
    audio.resume();
    for (const [height, after, lasts] of TONES[name]) {
      const [tone, volume, at] = [audio.createOscillator(), audio.createGain(), audio.currentTime + after];
      tone.type = "triangle";
      tone.frequency.value = height;
      volume.gain.setValueAtTime(LOUD, at);
      volume.gain.exponentialRampToValueAtTime(0.001, at + lasts);
      tone.connect(volume).connect(audio.destination);
      tone.start(at);
      tone.stop(at + lasts);
    }
  }

  const looked = () => ({
    version: table().dataset.version,
    isOver: /^(between|over)$/.test(table().dataset.phase),
    isMine: table().hasAttribute("data-turn"),
    isFinished: Boolean(table().querySelector("[data-finished]")),
    cards: table().querySelectorAll(".trick > figure .card, .cross .card, .duel .card").length,
  });

  let last = looked();
  function swapped() {
    const before = last;
    last = looked();
    if (last.version === before.version || document.hidden) return;
    if (last.isOver && !before.isOver) return sound("over");
    if (last.isFinished && !before.isFinished) sound("trick");
    else if (last.cards !== before.cards) sound("card");
    if (last.isMine && !before.isMine) sound("turn");
  }

  document.addEventListener("table:swapped", swapped);
})();
