// Buttons with a confirmation.

// The first click shows `question` on the button, and the second one acts. A click elsewhere cancels.
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
    // A double click counts as one click.
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
