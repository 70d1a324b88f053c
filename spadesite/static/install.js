// Registers the service worker, lets a page offer the installation, and leaves the offline page when the line is back.

if ("serviceWorker" in navigator) {
  // Browsers that refuse cookies refuse it, too; the site works without.
  const register = () => navigator.serviceWorker.register("/sw.js").catch(() => {});
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}

addEventListener("beforeinstallprompt", (offer) => {
  const button = document.querySelector("[data-install]");
  if (!button) return;
  offer.preventDefault();
  button.hidden = false;
  button.addEventListener("click", () => {
    button.hidden = true;
    offer.prompt();
  }, { once: true });
});

// A browser says when its own line is back; a server that was away is asked. Where the page was asked for by its own
// address it is what was wanted.
const offline = document.querySelector("[data-offline]");
const ASK_AFTER = 4000;

async function askForServer() {
  const answer = await fetch(location.href, { method: "HEAD" }).catch(() => null);
  if (answer?.status < 500) location.reload();
  else setTimeout(askForServer, ASK_AFTER);
}
if (offline) addEventListener("online", () => location.reload());
if (offline && offline.dataset.offline !== location.pathname) setTimeout(askForServer, ASK_AFTER);
