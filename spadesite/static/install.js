// Registers the service worker, lets a page offer the installation, and leaves the offline page once the site is back.

if ("serviceWorker" in navigator) {
  // Browsers that block cookies reject the worker. The site works without it.
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

// The browser reports that its own connection is back; a server that was down must be polled. The offline page stays
// if it was opened by its own URL.
const offline = document.querySelector("[data-offline]");
const ASK_AFTER = 4000;

async function askForServer() {
  const answer = await fetch(location.href, { method: "HEAD" }).catch(() => null);
  if (answer?.status < 500) location.reload();
  else setTimeout(askForServer, ASK_AFTER);
}
if (offline) addEventListener("online", () => location.reload());
if (offline && offline.dataset.offline !== location.pathname) setTimeout(askForServer, ASK_AFTER);
