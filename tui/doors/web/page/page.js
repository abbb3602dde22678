// Textual measures its cells when the page has loaded: with another font than it draws with, unless that is there too.
const begin = window.onload;

window.onload = async (event) => {
  const faces = ["16px", "bold 16px", "italic 16px"].map((face) => document.fonts.load(`${face} "Roboto Mono"`));
  await Promise.allSettled(faces);
  begin(event);
  const keys = document.querySelector(".xterm-helper-textarea");
  new MutationObserver(() => keys.focus()).observe(document.body, { attributeFilter: ["class"] });
  document.querySelector("#ended button").addEventListener("click", () => window.location.reload());
};
