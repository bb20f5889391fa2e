/** Whether browser and address allow passkeys: they belong to the name of a site, not to an IP address. */
export function mayHavePasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && /[a-z]\w*$/i.test(location.hostname)
}
