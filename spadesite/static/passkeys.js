// Requests a passkey from the device when a form with `data-passkey` is sent, and shows the reason if there is none.
// The button is disabled in the HTML: before this script is loaded, the form would be sent without a passkey. The
// attribute is the operation ("create" or "get"). The server's options come from an element, or from the form's URL.
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

// A passkey that logs in alone must be discoverable without a name, and the device must verify the user.
function logsInAlone(options) {
  Object.assign(options.publicKey.authenticatorSelection, {
    residentKey: "required", requireResidentKey: true, userVerification: "required",
  });
}

// The standard has one error for cancelled, not found and timed out. Only the time distinguishes a timeout.
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
