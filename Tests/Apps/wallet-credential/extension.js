// Runs the background scripts of the KeePassXC-Browser extension, as Debian packages them, in Node instead of a
// browser: what they say to the native host is their own, what a browser would give them is played here.
//
// Arguments: the folder of the extension, the native host. Reads one JSON array [step, argument...] per
// line and answers each with one line of JSON.
'use strict';

const { spawn } = require('child_process');
const fs = require('fs');
const readline = require('readline');
const vm = require('vm');

const [folder, host] = process.argv.slice(2);
const events = [];

function listeners() {
    const all = [];
    return {
        addListener: (listener) => all.push(listener),
        removeListener: (listener) => all.splice(all.indexOf(listener) >>> 0, 1),
        call: (value) => [...all].forEach((listener) => listener(value)),
    };
}

// Native messaging as a browser does it: a length in the order of this machine, then JSON.
function connectNative(name) {
    if (name !== 'org.keepassxc.keepassxc_browser') throw new Error(`no host ${name}`);
    const child = spawn(host, ['chrome-extension://pdffhmdngciaglkoonimfcmckehcpafo/'], {
        stdio: ['pipe', 'pipe', 'inherit'],
    });
    const port = { onMessage: listeners(), onDisconnect: listeners() };
    let bytes = Buffer.alloc(0);
    child.stdout.on('data', (more) => {
        bytes = Buffer.concat([bytes, more]);
        while (bytes.length >= 4 && bytes.length >= 4 + bytes.readUInt32LE(0)) {
            const end = 4 + bytes.readUInt32LE(0);
            const message = JSON.parse(bytes.subarray(4, end).toString('utf8'));
            bytes = bytes.subarray(end);
            events.push(message.action);
            port.onMessage.call(message);
        }
    });
    child.on('exit', () => port.onDisconnect.call(port));
    port.postMessage = (message) => {
        const body = Buffer.from(JSON.stringify(message), 'utf8');
        const head = Buffer.alloc(4);
        head.writeUInt32LE(body.length);
        child.stdin.write(Buffer.concat([head, body]));
    };
    port.disconnect = () => child.stdin.end();
    return port;
}

const stored = {};
const context = vm.createContext({
    browser: {
        runtime: { connectNative, lastError: null, getManifest: () => ({ version: '1.8.4' }) },
        i18n: { getMessage: (name) => name },
        storage: {
            local: {
                get: async (defaults) =>
                    typeof defaults === 'string' ? stored : { ...defaults, ...stored },
                set: async (values) => Object.assign(stored, values),
            },
        },
        tabs: { query: async () => [], sendMessage: async () => undefined },
    },
    browserAction: { show() {}, showDefault() {}, updateIcon() {} },
    logDebug() {},
    page: {
        tabs: { 1: {} }, settings: { autoReconnect: false, checkUpdateKeePassXC: 0 },
        clearAllLogins() {},
    },
    console: { log() {}, error() {}, debug() {} },
    crypto: globalThis.crypto, navigator: { platform: 'Linux', userAgent: 'Chrome/120' },
    setTimeout, clearTimeout, setInterval, clearInterval, URL,
    XMLHttpRequest: class { open() {} send() {} }, HTMLElement: class {}, atob, btoa,
});
context.self = context;
context.window = context;
for (const file of [
    'common/global.js', 'background/nacl.js', 'background/nacl-util.js', 'background/client.js',
    'background/keepass.js',
]) {
    vm.runInContext(fs.readFileSync(`${folder}/${file}`, 'utf8'), context, { filename: file });
}
const keepass = vm.runInContext('keepass', context);

const tab = { id: 1 };
let pending = [];

const steps = {
    connect: () => keepass.reconnect(null, 60000),
    hash: () => keepass.getDatabaseHash(null),
    associate: () => keepass.associate(null),
    // Somebody who clicks twice, and goes on while the question is open.
    beginAssociating: () => {
        pending = [keepass.associate(tab), keepass.associate(tab)];
        return true;
    },
    endAssociating: () => Promise.all(pending),
    // What the popup says, which asks for the state first.
    popup: async () => {
        await keepass.testAssociation(tab, [true]);
        return {
            error: context.page.tabs[1].errorMessage ?? null,
            isClosed: keepass.isDatabaseClosed, isThere: keepass.isKeePassXCAvailable,
        };
    },
    test: () => keepass.testAssociation(null),
    logins: (url) => keepass.retrieveCredentials(null, [url, url]),
    add: (url, user, password) => keepass.addCredentials(null, [user, password, url]),
    update: (id, url, user, password) =>
        keepass.updateCredentials(null, [id, user, password, url]),
    generate: () => keepass.generatePassword(null),
    makeGroup: (name) => keepass.createNewGroup(null, [name]),
    addTo: (url, user, password, group, id) =>
        keepass.addCredentials(null, [user, password, url, group, id]),
    groups: () => keepass.getDatabaseGroups(null),
    totp: (id) => keepass.getTotp(null, [id, 'old']),
    lock: () => keepass.lockDatabase(null),
    closed: () => keepass.isDatabaseClosed,
    waitFor: async (signal) => {
        // Time: the pause between two looks.
        while (!events.includes(signal)) await new Promise((done) => setTimeout(done, 10));
        return true;
    },
};

(async () => {
    // Time: none; what the extension does at its start comes first.
    await new Promise((done) => setTimeout(done, 0));
    for await (const line of readline.createInterface({ input: process.stdin })) {
        const [step, ...rest] = JSON.parse(line);
        const value = await steps[step](...rest);
        console.log(JSON.stringify({ value: value === undefined ? null : value }));
    }
    process.exit(0);
})();
