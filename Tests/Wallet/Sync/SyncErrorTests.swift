import Glibc
import TenonCore
import TenonNetworking
import Testing
import WalletVault

@testable import WalletSync  // The errors are internal.

@Suite("What is said when sync fails")
struct SyncErrorTests {
    private static let origin = "https://sync.example"

    private static func network(_ error: NetworkError) -> SyncError { .network(error, origin) }

    /// An error, words that it has, and words that it has not.
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let error: SyncError
        var says: [String] = []
        var never: [String] = []
    }

    private static func cases() throws -> [Case] {
        let address = try WebAddress("\(origin)/")
        let unreachable = network(.unreachable(address))
        let rejoin = ["wallet sync leave", "wallet sync invite"]
        return [
            Case(
                testDescription: "no answer, once it is set up", error: unreachable,
                says: ["does not answer", "Changes wait here"]),
            Case(
                testDescription: "no answer before", error: unreachable.beforeSetUp,
                says: ["does not answer", "Nothing was set up", "http://"],
                never: ["Changes wait", "nothing was lost"]),
            Case(
                testDescription: "no room before it is set up",
                error: SyncError.refused("vault-full", status: 507, by: origin, wait: nil)
                    .beforeSetUp,
                says: ["limit", "Nothing was set up"], never: ["Changes wait"]),
            Case(
                testDescription: "a file without room",
                error: .noRoom(for: "scan.pdf", .unusable("/stick/blobs/a.blob", ENOSPC)),
                says: ["\"scan.pdf\"", "no room left in /stick/blobs"]),
            Case(
                testDescription: "a vault that was removed",
                error: .removed(by: "desk", from: "/stick"),
                says: ["/stick", "\"desk\"", "stays as it is", "wallet sync leave"],
                never: ["mounted"]),
            Case(
                testDescription: "no TLS", error: network(.untrusted(address, "No TLS.")),
                says: ["or it has none", "speaks https"]),
            Case(
                testDescription: "no TLS, before it is set up",
                error: network(.untrusted(address, "No TLS.")).beforeSetUp,
                says: ["TENON_TRUST_ROOTS"]),
            Case(
                testDescription: "a long answer", error: network(.tooLarge(address, limit: 9)),
                says: ["longer than"], never: ["is not a sync server"]),
            Case(
                testDescription: "a slow line",
                error: .refused("slow", status: 408, by: origin, wait: nil),
                says: ["slow, 408", "operator"], never: ["automatically"]),
            Case(
                testDescription: "no invitation",
                error: .refused("invitation-wanted", status: 403, by: origin, wait: nil),
                says: ["by invitation only", "operator", "--invite-file FILE"]),
            Case(
                testDescription: "another invitation",
                error: .refused("invitation-refused", status: 403, by: origin, wait: nil),
                says: ["mistyped, used up, revoked or expired", "ask for another"]),
            Case(
                testDescription: "too many machines",
                error: .refused("too-many-devices", status: 507, by: origin, wait: nil),
                says: ["at the same time", "wallet sync devices"], never: ["operator"]),
            Case(
                testDescription: "too many machines in all",
                error: .refused("too-many-former-devices", status: 507, by: origin, wait: nil),
                says: [
                    "former ones included", "no item", "wallet sync remove-vault", "recovery sheet",
                ],
                never: ["more room"]),
            Case(
                testDescription: "a defect",
                error: .refused("defect", status: 500, by: origin, wait: nil),
                says: ["operator"], never: ["automatically"]),
            Case(testDescription: "no key", error: .noKey, says: rejoin),
            Case(testDescription: "an older copy here", error: .ownStateOlder, says: rejoin),
            Case(testDescription: "a copy of a machine", error: .forked, says: rejoin),
            Case(testDescription: "no memory", error: .localState(), says: rejoin),
            Case(testDescription: "another key", error: .otherKey, says: rejoin),
            Case(
                testDescription: "a void sheet", error: .voidSheet,
                says: ["newer one", "not kept there"], never: ["stays here"]),
            Case(
                testDescription: "a sheet on two machines", error: .forkedSheet,
                says: ["two machines", "join --recovery"], never: ["lying"]),
            Case(
                testDescription: "a folder in use", error: .inUse(by: "/stick"),
                says: ["/stick", "If another machine", "wallet sync remove-vault"],
                never: ["Other machines keep"]),
            Case(
                testDescription: "a server in use", error: .inUse(at: origin),
                says: ["If another machine", "operator"], never: ["Other machines keep"]),
            Case(
                testDescription: "no room", error: .unusable("/stick/vault/1.commit", ENOSPC),
                says: ["no room left in /stick/vault"], never: ["can be written to"]),
        ]
    }

    @Test("It names what is the case, and a way on that can be gone")
    func words() throws {
        for item in try Self.cases() {
            let text = "\(item.error.message) \(item.error.remedy)"
            for words in item.says { #expect(text.contains(words), "\(item.testDescription)") }
            for words in item.never { #expect(!text.contains(words), "\(item.testDescription)") }
        }
    }

    @Test(
        "How long a server asks to wait is said in its words only where they are a number of seconds",
        arguments: [
            ("30", "after 30 seconds"), ("-30", "after 60 seconds"),
            ("Fri, 31 Dec 2027 23:59:59 GMT", "after 60 seconds"),
        ])
    func waiting(_ retryAfter: String, _ words: String) throws {
        let refusal = ServerRefusal(
            status: 503, type: ProblemDocument.mediaType, retryAfter: retryAfter,
            body: Array(#"{"type":"/problems/busy"}"#.utf8), by: Self.origin)
        let error = try #require(refusal.explained as? SyncError)
        #expect(refusal.kind == "busy")
        #expect("\(error.remedy)".contains(words))
    }

    @Test(
        "Requests in clear are named where others may listen",
        arguments: [
            ("http://sync.example", true), ("HTTP://192.168.0.2:8090", true),
            ("http://127.example", true),
            ("https://sync.example", false), ("http://localhost:8090", false),
            ("http://127.0.0.1:8090", false), ("http://[::1]:8090", false), ("/stick", false),
        ])
    func clear(_ address: String, _ isNamed: Bool) {
        #expect(SyncPlaces.isUnencrypted(address) == isNamed)
    }
}
