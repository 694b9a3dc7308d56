import Dispatch
import FoundationEssentials
import TenonCore
import TenonSecurity
import WalletTestSupport
import WalletVault

@testable import WalletCredentials  // Other modules see the protocol only.

/// A value that was read and written reads back as the same bytes.
func checkSecretJSON(_ bytes: UnsafeRawBufferPointer) {
    guard let value = try? JSONReader.read(bytes) else { return }
    let written = value.written
    guard let again = try? JSONReader.read(written) else {
        preconditionFailure("What was written is not read.")
    }
    precondition(again.written == written)
}

/// git is answered in lines, in bounded time, for any input.
func checkGit(_ bytes: UnsafeRawBufferPointer) {
    let text = SecretText(utf8: bytes)
    if let message = try? GitMessage(text) {
        _ = GitPlace(message)
        precondition(message.capabilities.count <= GitMessage.Capability.allCases.count)
        // No value has a line break: it would be its own line.
        for value in [message.scheme, message.userName] {
            precondition(value?.utf8.contains(0x0A) != true || contains(text, "%0"))
        }
    }
    for verb in ["get", "store", "erase", "capability"] {
        let answer = wait { await service.git(verb, text) }
        precondition(answer.output.count <= 4096)
    }
}

private func contains(_ text: SecretText, _ part: String) -> Bool {
    text.reveal().contains(part)
}

/// docker is answered with one value of JSON, or a sentence.
func checkDocker(_ bytes: UnsafeRawBufferPointer) {
    let text = SecretText(utf8: bytes)
    for verb in ["get", "store", "erase", "list"] {
        let answer = wait {
            await service.docker(verb, text)
        }
        precondition(answer.output.count <= 4096)
    }
}

/// An application is answered with a secret that it stored itself, or a sentence.
func checkApplication(_ bytes: UnsafeRawBufferPointer) {
    let text = SecretText(utf8: bytes)
    for verb in ["get", "store", "get", "erase"] {
        let answer = wait {
            await service.application(verb, text)
        }
        precondition(answer.output.count <= bytes.count)
    }
}

/// A browser is always answered with an object of JSON, in clear or sealed with the agreed key.
///
/// The input is the message; a second line is what is sealed inside of it.
func checkBrowser(_ bytes: UnsafeRawBufferPointer) {
    let lines = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    let outer = SecretText(utf8: UnsafeRawBufferPointer(rebasing: lines.first ?? bytes[...]))
    let session = service.makeBrowserSession()
    checkAnswer(wait { await session.answer(outer) })
    guard lines.count == 2, let box = browserBox(session) else { return }
    let inner = UnsafeRawBufferPointer(rebasing: lines[1])
    let nonce = [UInt8](repeating: 1, count: CryptoBox.nonceCount)
    guard let sealed = try? box.seal(inner, nonce: nonce) else { return }
    let action = (try? JSONReader.read(inner))?["action"]?.string ?? "get-logins"
    let message = JSONValue.object([
        .init("action", .string(action)),
        .init("message", .string(Data(sealed).base64EncodedString())),
        .init("nonce", .string(Data(nonce).base64EncodedString())),
        .init("clientID", .string("fuzz")),
    ])
    checkAnswer(wait { await session.answer(message.written) })
}

private func checkAnswer(_ answer: SecretText) {
    guard !answer.isEmpty else { return }
    precondition(answer.count < 1 << 20)
    let value = try? JSONReader.read(answer)
    guard case .object? = value else { preconditionFailure("The answer is not an object.") }
}

/// Agrees on a key with a session, as a browser does.
private func browserBox(_ session: BrowserSession) -> CryptoBox? {
    guard let pair = try? CryptoBox.KeyPair.make() else { return nil }
    let nonce = [UInt8](repeating: 7, count: CryptoBox.nonceCount)
    let greeting = JSONValue.object([
        .init("action", .string("change-public-keys")),
        .init("publicKey", .string(Data(pair.publicKey).base64EncodedString())),
        .init("nonce", .string(Data(nonce).base64EncodedString())),
        .init("clientID", .string("fuzz")),
    ])
    let answer = wait { await session.answer(greeting.written) }
    guard let value = try? JSONReader.read(answer),
        let key = value["publicKey"]?.string.flatMap({ Data(base64Encoded: $0) })
    else { return nil }
    return try? CryptoBox(pair, with: Array(key))
}

/// A vault that is open and stays empty.
private let service: CredentialService = {
    guard let vault = wait({ try? await TemporaryVault.make() }) else {
        preconditionFailure("There is no vault.")
    }
    // What is in the closure lives as long as the vault, which goes with its last reference.
    let empty = HookedVault(vault.manager) { _ in
        withExtendedLifetime(vault) {}
        throw CancellationError()
    }
    return CredentialService(CredentialVault(empty))
}()

/// Waits for what is asynchronous: the fuzzer's call is not.
private func wait<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) -> Result {
    let done = DispatchSemaphore(value: 0)
    // Written before the signal, and read after it.
    nonisolated(unsafe) var result: Result?
    Task {
        result = await body()
        done.signal()
    }
    done.wait()
    guard let result else { preconditionFailure("There is no answer.") }
    return result
}

/// Whatever pinentry answers, the passphrase is not longer than that, and nothing waits for more.
func checkPinentry(_ bytes: UnsafeRawBufferPointer) {
    let person = PinentryPerson(
        programs: OneAnswer(output: SecretText(utf8: bytes)), surroundings: ["DISPLAY=:0"],
        say: { "\($0)" })
    let count = bytes.count
    wait {
        _ = await person.obstacle()
        _ = await person.allows("question")
        if let passphrase = await person.passphrase(for: "reason") {
            precondition(!passphrase.isEmpty && passphrase.count <= count)
        }
    }
}

private struct OneAnswer: ProgramRunning {
    let output: SecretText

    func run(
        _ name: String, arguments: [String], input: SecretText, limit: Int,
        within duration: Duration
    ) async -> ProgramOutcome? { ProgramOutcome(status: 0, output: output) }
}
