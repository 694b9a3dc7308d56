import FeedAPI
import FeedTestSupport
import Foundation
import LogindTestSupport
import TenonHTTP
import TenonTesting
import TestSupport
import Testing

@Suite("PhotoFeed and the keyring of the desktop")
struct KeyringTests {
    /// `gnome-keyring-daemon` on a bus of its own, unlocked.
    private final class Keyring {
        private let bus: PrivateBus
        private let daemon = Process()

        init(in folder: TemporaryFolder) async throws {
            bus = try PrivateBus()
            daemon.executableURL = URL(fileURLWithPath: "/usr/bin/gnome-keyring-daemon")
            daemon.arguments = ["--foreground", "--components=secrets", "--unlock"]
            daemon.environment = environment.merging(
                ["HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "PATH": "/usr/bin:/bin"]
            ) { $1 }
            let password = Pipe()
            daemon.standardInput = password
            daemon.standardOutput = FileHandle.nullDevice
            daemon.standardError = FileHandle.nullDevice
            try daemon.run()
            try password.fileHandleForWriting.write(contentsOf: Data("of the keyring".utf8))
            try password.fileHandleForWriting.close()
            try await until { try await self.isThere() }
        }

        deinit { stop() }

        /// What leads a program to it.
        var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": bus.address] }

        func stop() {
            // Foundation starts it with other signals blocked.
            if daemon.isRunning { kill(daemon.processIdentifier, SIGKILL) }
            bus.stop()
        }

        /// Locks it; nothing on its bus can ask for the password.
        func lock() async throws {
            let name = "org.freedesktop.secrets"
            let path = "/org/freedesktop/secrets"
            let isLocked = try await call(
                name, path, "org.freedesktop.Secret.Service.Lock",
                "array:objpath:\(path)/collection/login")
            try #require(isLocked)
        }

        private func isThere() async throws -> Bool {
            let name = "org.freedesktop.DBus"
            return try await call(
                name, "/org/freedesktop/DBus", "\(name).GetNameOwner",
                "string:org.freedesktop.secrets")
        }

        private func call(_ arguments: String...) async throws -> Bool {
            try await Program(path: "/usr/bin/dbus-send", environment: environment).run(
                ["--session", "--print-reply", "--dest=\(arguments[0])"] + arguments.dropFirst()
            ).status == 0
        }
    }

    private static let file = "home/.local/share/photofeed/tokens/1"

    /// PhotoFeed on a machine where somebody is signed in.
    private func signedIn() async throws -> PhotoFeedFixture {
        let fixture = try await PhotoFeedFixture()
        try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
        }
        return fixture
    }

    private func start(
        _ fixture: PhotoFeedFixture, _ environment: [String: String], _ output: String
    ) throws -> HeadlessPhotoFeed {
        try HeadlessPhotoFeed(
            fixture.environment.merging(environment) { $1 },
            output: "\(fixture.folder.path)/\(output)")
    }

    @Test("A token moves out of its file, is had from the keyring, and is not lost without it")
    func moves() async throws {
        let fixture = try await signedIn()
        let (file, token) = (Self.file, try #require(fixture.token()))

        let keyring = try await Keyring(in: fixture.folder)
        let first = try start(fixture, keyring.environment, "first")
        try await until { fixture.folder.text(of: file) == "secrets\n" }
        #expect(try first.end() == 0)
        let installation = try #require(
            fixture.folder.text(of: "home/.local/share/photofeed/tokens/installation"))
        let kept = try await Program(
            path: "/usr/bin/secret-tool",
            environment: keyring.environment.merging(["HOME": fixture.folder.path]) { $1 }
        ).run("lookup", "application", "PhotoFeed", "name", "\(installation) 1")
        #expect(kept.output.contains(token))

        // What the server has is asked for with the token of the keyring.
        let second = try start(fixture, keyring.environment, "second")
        try await second.says(#""location":"feed""#)
        try second.ask(#"{"do":"open","location":"user:self"}"#)
        try await second.says("Ana Almeida")
        try second.ask(#"{"do":"open","location":"menu"}"#)
        try await second.says("the keyring of the desktop")
        #expect(try second.end() == 0)

        // One that stays locked, since nothing asks for its password here.
        try await keyring.lock()
        let locked = try start(fixture, keyring.environment, "locked")
        try await locked.says("The keyring of the desktop is locked")
        _ = try locked.end()
        #expect(fixture.folder.text(of: file) == "secrets\n")

        keyring.stop()
        let third = try start(fixture, [:], "third")
        try await third.says("The keyring of the desktop is not there")
        _ = try third.end()
        #expect(fixture.folder.text(of: file) == "secrets\n")
        await fixture.networker.stop()
    }

    @Test("One who logs out while it is locked is told that it still has the token")
    func logOut() async throws {
        let fixture = try await signedIn()
        let token = try #require(fixture.token())
        let keyring = try await Keyring(in: fixture.folder)
        let program = try start(fixture, keyring.environment, "program")
        try await until { fixture.folder.text(of: Self.file) == "secrets\n" }
        try await keyring.lock()
        try program.ask(#"{"do":"open","location":"logout"}"#)
        try await program.says("Log out")
        try program.ask(#"{"do":"act","action":"log-out"}"#)
        try await program.says("the sign-in is still kept: The keyring of the desktop is locked.")
        #expect(try program.end() == 0)
        #expect(fixture.folder.text(of: Self.file) == nil)
        // At the server it counts no more, since it was in use.
        let client = try FeedClient(fixture.address, fixture.networker, token: token)
        #expect(await feedError { try await client.ownAccount() }?.isSignedOut == true)
        await fixture.networker.stop()
    }
}
