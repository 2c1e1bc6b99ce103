/** A link that readers can follow: a page or a mail address, and nobody's name and password. */
export function isLink(text: string): boolean {
  if (/[\s<>"'\\`]|[^\P{C}]/u.test(text) || !/^(https:\/\/|mailto:.)/i.test(text) || !URL.canParse(text))
    return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

/** What contacts are, after "must be". */
export const CONTACT = 'a mail address, or a link that begins with https:// or mailto:';

/** A contact as an operator gives it; undefined for what is none. */
export function readContact(text: string): string | undefined {
  return /^[^\s@:/<>"]+@[^\s@:/<>"]+$/.test(text) || isLink(text) ? text : undefined;
}

/** A contact as something to click, and as something to read. */
export function contactLink(contact: string): { readonly href: string; readonly text: string } {
  return {
    href: isLink(contact) ? contact : `mailto:${contact}`,
    text: contact.replace(/^(mailto:|https:\/\/)/i, ''),
  };
}
