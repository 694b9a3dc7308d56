// Unlocks Wallet's page in Chromium, as a person would: node unlock.mjs ADDRESS PASSPHRASE-FILE
// Prints the text of the page that follows.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

const [address, file] = process.argv.slice(2);
const passphrase = readFileSync(file, "utf8").split("\n")[0];
let driver, port, session;
process.on("exit", () => driver?.kill("SIGKILL"));

// Starts a driver, and finds its port.
function startDriver() {
    driver = spawn("chromedriver", ["--port=0"], { stdio: ["ignore", "pipe", "inherit"] });
    return new Promise((found, failed) => {
        let text = "";
        driver.on("error", failed);
        driver.stdout.on("close", () => failed(new Error(`chromedriver has ended: ${text}`)));
        driver.stdout.on("data", (data) => {
            text += data;
            const match = text.match(/started successfully on port (\d+)/);
            if (match) found(match[1]);
        });
    });
}

// The WebDriver protocol, https://www.w3.org/TR/webdriver2/
async function ask(method, path, body) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method, body: body && JSON.stringify(body),
    });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${value.message}`);
    return value;
}

const sandbox = process.getuid() === 0 ? ["--no-sandbox"] : [];
// On a busy machine a browser may not come up in time; the next one does.
for (let turn = 1; !session; turn++) {
    try {
        port = await startDriver();
        const { sessionId } = await ask("POST", "/session", {
            capabilities: { alwaysMatch: { "goog:chromeOptions": {
                args: ["--headless=new", "--disable-dev-shm-usage", ...sandbox],
            } } },
        });
        session = `/session/${sessionId}`;
    } catch (error) {
        driver.kill("SIGKILL");
        if (turn === 3) throw error;
    }
}
try {
    await ask("POST", `${session}/url`, { url: address });
    const field = Object.values(await ask("POST", `${session}/element`, {
        using: "css selector", value: "input[type=password]",
    }))[0];
    await ask("POST", `${session}/element/${field}/value`, { text: `${passphrase}\uE007` });
    let looks = 0;
    while (true) {
        const text = await ask("POST", `${session}/execute/sync`, {
            script: "return document.body?.innerText ?? ''", args: [],
        });
        const heading = await ask("POST", `${session}/execute/sync`, {
            script: "return document.querySelector('h1')?.innerText ?? ''", args: [],
        });
        if (heading !== "" && !heading.startsWith("Unlock")) {
            console.log(heading + "\n" + text);
            break;
        }
        if (++looks > 1200) throw new Error(`It stays locked: ${text}`);
        // Time: the pause between two looks.
        await new Promise((done) => setTimeout(done, 100));
    }
} finally {
    await ask("DELETE", session);
    driver.kill("SIGKILL");
}
