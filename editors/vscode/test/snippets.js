// Expands snippets as an editor does when every placeholder is accepted as it stands.

/** Returns the text of a snippet's body with its defaults. Of several choices, the first. */
function expand(body) {
  const text = body.join("\n");
  const values = new Map();
  let at = 0;
  const parse = (inPlaceholder) => {
    let out = "";
    while (at < text.length) {
      const tabstop = /^\$(?:(\d+)|\{(\d+)([:|}]))/.exec(text.slice(at));
      if (text[at] === "\\" && /[\\$}]/.test(text[at + 1])) {
        out += text[at + 1];
        at += 2;
      } else if (inPlaceholder && text[at] === "}") {
        at += 1;
        return out;
      } else if (tabstop) {
        at += tabstop[0].length;
        const number = tabstop[1] ?? tabstop[2];
        if (tabstop[3] === ":") {
          values.set(number, parse(true));
        } else if (tabstop[3] === "|") {
          const end = text.indexOf("|}", at);
          values.set(number, text.slice(at, end).split(",")[0]);
          at = end + 2;
        }
        out += values.get(number) ?? "";
      } else {
        out += text[at];
        at += 1;
      }
    }
    if (inPlaceholder) throw new Error("a placeholder has no end");
    return out;
  };
  return parse(false);
}

module.exports = { expand };
