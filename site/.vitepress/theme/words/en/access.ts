export const access = {
  access: {
    region: 'Key and account',
    account: 'Account',
    key: 'Key',
    apiKey: 'API key',
    use: 'Use key',
    checking: 'Checking…',
    lookingUp: 'Looking up your key…',
    forget: 'Forget key',
    forgetAsks: (count: string, isOne: boolean) =>
      `${isOne ? 'An answer' : `${count} answers`} that you paid for in this browser will be erased. To see ${isOne ? 'it' : 'them'} again, you pay again.`,
    forgetNow: 'Erase and forget key',
    keep: 'Keep the key',
    inTab: 'Kept in this tab until you close it, and sent to this service only.',
    another: 'Use another key',
    lost: 'The key is no longer in this tab. Enter it again.',
    limited: 'This key is limited: only what it may ask for is offered here.',
    notForKey: (name: string) =>
      `This key is limited to other categories than “${name}”. Choose one of its own.`,
    pathNotForKey: 'This key may not ask this path. Use another key, or ask for this one to be extended.',
    empty: 'Paste your key first.',
    odd: 'A key has only letters, digits and one “_”.',
    malformed: 'A key is “mdk_” and 38 letters or digits. Check this one for missing or extra characters.',
  },
  problems: {
    unreachable: 'The service cannot be reached; trying again never charges twice.',
    late: (seconds: number) => `No answer within ${seconds} seconds; trying again never charges twice.`,
    garbled: (status: number) =>
      `A proxy answered instead of the service (HTTP ${status}); trying again never charges twice.`,
    badRequest: (message: string) => `The service says: “${message}”. Nothing was charged.`,
    unknownName: (name: string) =>
      `“${name}” is not in the data of this service. Nothing was charged. Choose another name.`,
    unknownKey:
      'This key is unknown. Nothing was charged. Check it for missing characters, or use another key.',
    inactiveKey:
      'This key was deactivated. Nothing was charged. Use another key, or ask for this one to be activated.',
    inactiveOwner:
      'The account of this key was deactivated. Nothing was charged. Use a key of another account, or ask for this one to be activated.',
    notAllowed:
      'This key is limited to other paths or categories. Nothing was charged. Use another key, or ask for this one to be extended.',
    keyLimit:
      'This key, or its account, has spent what it may for now. Nothing was charged. Use another key, or ask for a higher limit.',
    dearer: (price: string) => `The price is now ${price}. Nothing was charged. If you accept it, try again.`,
    poor: (price: string, balance: string) =>
      `This costs ${price}, and the account has ${balance}. Nothing was charged. Ask for more points.`,
    tooMany: 'Too many calls in one second. Nothing was charged. Wait a moment and try again.',
    busy: 'The service is busy. Nothing was charged. Wait a moment and try again.',
    accountBusy: 'The account is being changed. Nothing was charged. Wait a moment and try again.',
    moved: 'The accounts are being moved. Nothing was charged. Try again later.',
    noSandbox: 'This service has no sandbox. Nothing was charged. Use a key of your own.',
    noData: 'The service has no data yet. Nothing was charged. Try again later.',
    chargeUnknown: 'It is not known whether this call was charged. Try again: it is charged at most once.',
    failed: 'The service failed. Nothing was charged. Try again later.',
    refused: (status: number, message: string) =>
      `The service refused the call (HTTP ${status}): “${message}”. Nothing was charged.`,
    request: (id: string) => `Request ${id}`,
  },
  actions: {
    retry: 'Try again',
    useDefault: (name: string) => `Show ${name}`,
    shorter: (range: string, price: string) => `Show the ${range} · ${price}`,
    topUp: 'Ask for more points',
    askProvider: 'For more points, ask your provider.',
    account: 'Open the account page',
  },
};
