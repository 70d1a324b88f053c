// Registers the service worker, lets a page offer the installation, and leaves the offline page when the line is back.

if ("serviceWorker" in navigator) {
  const register = () => navigator.serviceWorker.register("/sw.js");
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

addEventListener("online", () => {
  if (document.querySelector("[data-offline]")) location.reload();
});
