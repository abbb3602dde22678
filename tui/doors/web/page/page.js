// Keys go to the program from the first moment, and a window that has ended can be opened again.
window.addEventListener("load", () => {
  const keys = document.querySelector(".xterm-helper-textarea");
  new MutationObserver(() => keys.focus()).observe(document.body, { attributeFilter: ["class"] });
  document.querySelector("#ended button").addEventListener("click", () => window.location.reload());
});
