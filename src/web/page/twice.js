// Buttons that ask once more before they do what cannot be undone.

// The first click shows `question` on the button, a second one acts; a click on anything else is a no.
export const confirmed = (button, question, act) => {
  const title = button.textContent;
  let asking = null;
  const calm = () => {
    asking?.abort();
    asking = null;
    button.textContent = title;
    button.classList.remove("asks");
  };
  button.addEventListener("click", ({ detail }) => {
    // A double click is one click.
    if (asking && detail > 1) return;
    if (asking) {
      calm();
      act();
      return;
    }
    asking = new AbortController();
    const { signal } = asking;
    button.textContent = question;
    button.classList.add("asks");
    button.addEventListener("blur", calm, { signal });
    document.addEventListener("pointerdown", ({ target }) => { if (!button.contains(target)) calm(); }, { signal });
  });
};
