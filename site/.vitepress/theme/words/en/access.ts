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
    kept: 'Kept in this tab until you close it, and sent to this service only.',
    another: 'Use another key',
    empty: 'Paste your key first.',
    odd: 'A key has only letters, digits and one “_”.',
    short: 'A key is “mdk_” and 38 letters or digits: this one is too short.',
  },
  problems: {
    unreachable: 'The service cannot be reached; trying again never charges twice.',
    late: (seconds: number) => `No answer within ${seconds} seconds; trying again never charges twice.`,
    garbled: (status: number) =>
      `A proxy answered instead of the service (HTTP ${status}); trying again never charges twice.`,
    badRequest: (message: string) => `The service says: “${message}”; nothing was charged.`,
    unknownName: (name: string) =>
      `“${name}” is not in the data of this service: choose another; nothing was charged.`,
    unknownKey:
      'This key is not known: check it for missing characters and enter it again, or use another; nothing was charged.',
    inactiveKey: 'This key is switched off: use another, or ask for it to be activated; nothing was charged.',
    inactiveOwner:
      'The account of this key is switched off: use another key, or ask for the account to be activated; nothing was charged.',
    dearer: (price: string) => `The price is ${price} now: try again if you accept it; nothing was charged.`,
    poor: (price: string, balance: string) =>
      `This costs ${price} and the account has ${balance}: choose a shorter range, or ask for more points; nothing was charged.`,
    tooMany: 'Too many calls in one second: wait a moment and try again; nothing was charged.',
    busy: 'The service is busy: wait a moment and try again; nothing was charged.',
    moved: 'The accounts are being moved: try again later; nothing was charged.',
    noSandbox: 'This service has no sandbox: use a key of your own; nothing was charged.',
    noData: 'The service has no data yet: try again later; nothing was charged.',
    chargeUnknown: 'It is not known whether this call was charged: trying again charges it at most once.',
    failed: 'The service failed: try again later; nothing was charged.',
    refused: (status: number, message: string) =>
      `The service refused the call (HTTP ${status}): “${message}”; nothing was charged.`,
    request: (id: string) => `Request ${id}`,
  },
  actions: {
    retry: 'Try again',
    pay: (price: string) => `Load · ${price}`,
    useDefault: (name: string) => `Show ${name}`,
    shorter: (range: string, price: string) => `Show the ${range} · ${price}`,
    topUp: 'Ask for more points',
    account: 'Open the account page',
  },
};
