// Asks the device for a passkey when a form marked with data-passkey is sent, and says on the page why there was none.
// Its button is drawn disabled: sent before this is loaded, the form would have nothing to send.
// A form names what is asked for ("create" or "get") and where the server's wishes stand: an element, or an address.
"use strict";

const LONGEST_WAIT = 120000;

class Refused extends Error {
  constructor(why) {
    super(why);
    this.why = why;
  }
}

async function wishes(form) {
  const { passkeyWishes } = form.dataset;
  if (passkeyWishes) return JSON.parse(document.getElementById(passkeyWishes).textContent);
  const { name, value } = form.elements.csrfmiddlewaretoken;
  const asked = { method: "POST", headers: { Accept: "application/json" }, body: new URLSearchParams({ [name]: value }) };
  const answer = await fetch(form.action, asked).catch(() => null);
  if (answer === null || !answer.ok) throw new Refused(answer?.status === 429 ? "too-many" : "unanswered");
  return (await answer.json()).request_options;
}

// Alone it must be found without a name, and the device must ask who is there.
function logsInAlone(options) {
  Object.assign(options.publicKey.authenticatorSelection, {
    residentKey: "required", requireResidentKey: true, userVerification: "required",
  });
}

// Cancelled, nothing found and too late are one error by the standard; only the clock tells the last apart.
function why(error, waited, longest) {
  if (error instanceof Refused) return error.why;
  if (error.name === "NotAllowedError") return waited < longest ? "none" : "late";
  return {
    AbortError: "none", InvalidStateError: "known", SecurityError: "address",
    ConstraintError: "unfit", NotSupportedError: "unfit", OperationError: "asking",
  }[error.name] ?? "failed";
}

async function ask(form) {
  if (!window.isSecureContext) throw new Refused("insecure");
  if (!webauthnJSON.supported()) throw new Refused("unsupported");
  const options = await wishes(form);
  options.publicKey.timeout ??= LONGEST_WAIT;
  if (form.elements.passwordless?.checked) logsInAlone(options);
  const begun = performance.now();
  try {
    return await webauthnJSON[form.dataset.passkey](options);
  } catch (error) {
    throw new Refused(why(error, performance.now() - begun, options.publicKey.timeout));
  }
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  const note = document.querySelector("[data-passkey-note]");
  const sentences = document.querySelector("[data-passkey-sentences]").content;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    note.textContent = "";
    try {
      form.elements.credential.value = JSON.stringify(await ask(form));
      form.submit();
    } catch (error) {
      note.textContent = sentences.querySelector(`[data-why="${why(error, 0, Infinity)}"]`).textContent;
    }
  });
  form.querySelector("button").disabled = false;
}
