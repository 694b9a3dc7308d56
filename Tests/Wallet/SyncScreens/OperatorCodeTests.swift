import HTTPTypes
import Synchronization
import TenonCore
import TenonNetworking
import TenonTesting
import TenonUI
import Testing
import WalletSync
import WalletVault

@Suite("The screen of a server that accepts new vaults by invitation")
struct OperatorCodeTests {
    /// A server that wants a code, and takes none.
    private final class InvitingServer: Networker {
        /// The codes that came.
        let codes = Mutex<[[UInt8]]>([])

        func perform(_ call: NetworkCall) async throws -> NetworkReply {
            codes.withLock { $0.append(call.body) }
            let kind = call.body.isEmpty ? "invitation-wanted" : "invitation-refused"
            return NetworkReply(
                status: .forbidden, fields: [.contentType: ProblemDocument.mediaType],
                body: ProblemDocument(403, kind, "No").reply.body)
        }
    }

    @Test("The field for the code is there once the server wants one, and what is typed goes there")
    func code() async throws {
        let server = InvitingServer()
        let field = "Code from the operator of the server"
        let home = try await ScreenHome(
            [Login(title: "bank", password: SecretText("one"))], at: "sync", networker: server)
        try await home.pilot.choose("Set up on this machine")
        #expect(!home.pilot.sees(field))
        try await home.pilot.fill("Folder or server", with: .text("https://sync.example"))
        try await home.pilot.choose("Set up")
        try await home.pilot.wait(
            for: "https://sync.example accepts new vaults by invitation only.")
        try await home.pilot.fill(field, with: .secret("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"))
        try await home.pilot.choose("Set up")
        try await home.pilot.wait(for: "https://sync.example does not accept this code")
        #expect(home.pilot.sees(field))
        #expect(server.codes.withLock { $0 } == [[], [UInt8](repeating: 0, count: 20)])
        await home.stop()
    }
}
