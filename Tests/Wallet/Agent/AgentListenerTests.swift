import Foundation
import TestSupport
import Testing
import WalletAgentLink

@testable import WalletAgent  // Other modules see its socket only.

@Suite("AgentListener")
struct AgentListenerTests {
    private let folder: TemporaryFolder
    private let place: AgentPlace

    init() throws {
        folder = try TemporaryFolder()
        let path = folder.path
        place = try AgentPlace { $0 == "XDG_RUNTIME_DIR" ? path : nil }
    }

    private func mode(of path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    @Test("folder and socket are for this user alone")
    func modes() throws {
        let listener = try #require(try AgentListener(at: place))
        #expect(try mode(of: place.folder) == 0o700)
        #expect(try mode(of: place.socket) == 0o600)
        _ = try place.connect()
        listener.close()
    }

    @Test("there is one for each place, until it is closed")
    func single() throws {
        let first = try AgentListener(at: place)
        #expect(first != nil)
        #expect(try AgentListener(at: place) == nil)
    }

    @Test("the socket of an agent that was killed is replaced")
    func stale() throws {
        do { _ = try AgentListener(at: place) }
        #expect(FileManager.default.fileExists(atPath: place.socket))
        #expect(throws: LinkError.notRunning) { _ = try place.connect() }
        let second = try #require(try AgentListener(at: place))
        _ = try place.connect()
        second.close()
        #expect(!FileManager.default.fileExists(atPath: place.socket))
    }

    @Test("the socket of systemd goes on listening, and who comes late is for the next agent")
    func adopted() throws {
        let systemd: Int32
        do {
            let maker = try #require(try AgentListener(at: place))
            systemd = withExtendedLifetime(maker) { dup(maker.descriptor) }
        }
        defer { close(systemd) }
        do {
            let agent = try #require(try AgentListener(at: place, adopting: dup(systemd)))
            _ = try place.connect()
            #expect(agent.next() != nil)
            agent.close()
        }
        let late = try place.connect()
        let next = try #require(try AgentListener(at: place, adopting: dup(systemd)))
        #expect(next.next() != nil)
        withExtendedLifetime(late) {}
    }

    @Test("a socket that was removed is made again")
    func removedSocket() throws {
        let listener = try #require(try AgentListener(at: place))
        #expect(listener.isReachable())
        let old = listener.descriptor
        try FileManager.default.removeItem(atPath: place.socket)
        #expect(throws: LinkError.notRunning) { _ = try place.connect() }
        #expect(listener.isReachable())
        let client = try place.connect()
        #expect(listener.next() != nil)
        #expect(try mode(of: place.socket) == 0o600)
        withExtendedLifetime((client, old)) {}
        listener.close()
        #expect(!FileManager.default.fileExists(atPath: place.socket))
    }

    @Test("an agent whose lock was removed does not go on, and leaves the socket of the next one")
    func removedLock() throws {
        let listener = try #require(try AgentListener(at: place))
        try FileManager.default.removeItem(atPath: place.lock)
        #expect(!listener.isReachable())
        let second = try #require(try AgentListener(at: place))
        listener.close()
        _ = try place.connect()
        second.close()
    }

    @Test("a folder that is open to others is refused by both ends")
    func openFolder() throws {
        let listener = try AgentListener(at: place)
        #expect(chmod(place.folder, 0o755) == 0)
        #expect(throws: LinkError.unsafePlace(place.folder)) { _ = try place.connect() }
        #expect(throws: LinkError.unsafePlace(place.folder)) { _ = try AgentListener(at: place) }
        withExtendedLifetime(listener) {}
    }

    @Test("a socket that is open to others, and what is no socket, is refused")
    func openSocket() throws {
        let listener = try AgentListener(at: place)
        #expect(chmod(place.socket, 0o666) == 0)
        #expect(throws: LinkError.unsafePlace(place.socket)) { _ = try place.connect() }
        withExtendedLifetime(listener) {}
        try FileManager.default.removeItem(atPath: place.socket)
        try folder.write("", to: "wallet/agent.sock", permissions: 0o600)
        #expect(throws: LinkError.unsafePlace(place.socket)) { _ = try place.connect() }
    }

    @Test("a folder of another user is refused", .enabled(if: geteuid() == 0))
    func foreignFolder() throws {
        try place.prepareFolder()
        #expect(chown(place.folder, 65_534, 65_534) == 0)
        #expect(throws: LinkError.unsafePlace(place.folder)) { _ = try AgentListener(at: place) }
        #expect(throws: LinkError.unsafePlace(place.folder)) { _ = try place.connect() }
    }

    @Test("a link in place of the folder is not followed")
    func link() throws {
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/elsewhere", withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        #expect(symlink("elsewhere", place.folder) == 0)
        #expect(throws: LinkError.unsafePlace(place.folder)) { _ = try AgentListener(at: place) }
    }
}
