import Foundation
import TenonCore
import TenonNetworking
import TenonSQLite
import TenonTesting
import TenonUI
import Testing
import WalletAccess
import WalletItems
import WalletLogins
import WalletSync
import WalletSyncScreens
import WalletTestSupport
import WalletVault

/// A home of its own on this machine: a real vault, with what keeps it in step, and its screens.
struct ScreenHome {
    let vault: TemporaryVault
    let sync: VaultSync
    let pilot: SessionPilot

    /// Begins with a vault that has some logins, or without any.
    ///
    /// - Parameters:
    ///   - networker: What reaches servers.
    ///   - now: What the clock says to what keeps it in step.
    init(
        _ logins: [Login]?, language: String = "en", at location: String? = nil,
        networker: (any Networker)? = nil,
        now: @escaping @Sendable () -> Timestamp = ScreenHome.now
    ) async throws {
        let vault: TemporaryVault
        if let logins { vault = try await .make(logins) } else { vault = try TemporaryVault() }
        let sync = VaultSync(
            vault.manager, stateFolder: vault.folder.path, databases: SQLiteDatabases(),
            networker: networker, now: now)
        (self.vault, self.sync) = (vault, sync)
        pilot = try await SessionPilot(
            plugins: [
                AccessPlugin.self, ItemsPlugin.self, LoginsPlugin.self, SyncScreensPlugin.self,
            ],
            configuration: Configuration(
                flags: ["language": language, "auto-lock": "0"], environment: ["TZ": "UTC"]),
            at: location
        ) { registrar in
            vault.register(in: &registrar)
            registrar.provide(.sync) { sync }
        }
    }

    /// The present.
    @Sendable static func now() -> Timestamp {
        Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    }

    /// What the frame says of the other machines.
    var badge: String? {
        pilot.session.screen?.destinations.compactMap(\.badge).first?.text
    }

    /// The facts on the screen.
    var facts: [Fact] {
        (pilot.session.screen?.allBlocks ?? []).flatMap { block -> [Fact] in
            if case .facts(let facts) = block { facts.facts } else { [] }
        }
    }

    /// What the codes for a camera on the screen stand for.
    var codes: [QRCodeBlock.Content] {
        (pilot.session.screen?.allBlocks ?? []).compactMap { block in
            if case .qrCode(let code) = block { code.content } else { nil }
        }
    }

    /// Sets sync up, on the screens.
    func setUp(in folder: String, as name: String) async throws {
        try await pilot.open("sync")
        try await pilot.choose("Set up on this machine")
        try await pilot.fill("Folder or server", with: .text(folder))
        try await pilot.fill("Name of this machine", with: .text(name))
        try await pilot.choose("Set up")
        try await pilot.wait(for: "is where the other machines find it")
    }

    /// Makes a code, on the screens, and takes it from there.
    func invite() async throws -> String {
        try await pilot.open("sync:invite")
        try await pilot.choose("Make a code")
        try await pilot.wait("to see a code") { code != nil }
        return try #require(code)
    }

    /// The code of an invitation that is shown.
    private var code: String? {
        for case .revealed(let code) in facts.map(\.value) { return code }
        return nil
    }

    /// Joins another machine from the first screen, and goes on when it was let in.
    func join(_ other: ScreenHome, as name: String) async throws {
        let code = try await other.invite()
        try await pilot.choose("Take the vault of another machine")
        try await pilot.fill("Code of the invitation", with: .secret(code))
        try await pilot.fill("Passphrase of the vault", with: .secret(TemporaryVault.passphrase))
        try await pilot.fill("Name of this machine", with: .text(name))
        try await pilot.choose("Join")
    }

    /// Exchanges changes, on the screens.
    func exchange() async throws {
        try await pilot.open("sync")
        try await pilot.choose("Exchange now")
    }

    /// Two homes with a vault in step, through a folder.
    static func two(_ logins: [Login], in folder: String) async throws -> (
        desk: ScreenHome, phone: ScreenHome
    ) {
        let desk = try await ScreenHome(logins)
        let phone = try await ScreenHome(nil)
        try await desk.setUp(in: folder, as: "desk")
        try await phone.join(desk, as: "phone")
        for home in [desk, phone] { try await home.exchange() }
        return (desk, phone)
    }

    func stop() async { await pilot.stop() }
}
