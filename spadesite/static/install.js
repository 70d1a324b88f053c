/* Registers the service worker, lets a page offer the installation, and leaves the offline page when the line is back. */

if ("serviceWorker" in navigator) {
  addEventListener("load", () => navigator.serviceWorker.register("/sw.js"));
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

addEventListener("online", () => {
  if (document.querySelector("[data-offline]")) location.reload();
});
