import TenonNetworking
import WalletSyncRequests
import WalletVault

extension HTTPRemote: InvitationBoard {
    func note(_ name: InvitationNote) async throws -> [UInt8]? {
        do throws(ServerRefusal) {
            return try await caller.call(
                "GET", path(of: name), maximumReply: InvitationNote.limit
            ).body
        } catch {
            // To whoever has its code only, an invitation that is over is as good as none.
            let isOver = isGuest && ["foreign-device", "no-vault"].contains(error.kind)
            guard error.kind != "no-note", !isOver else { return nil }
            throw error.explained
        }
    }

    func leave(_ note: [UInt8], as name: InvitationNote) async throws -> Bool {
        let query = isGuest ? nil : "key=\(Base64Text.url(name.publicKey))"
        do throws(ServerRefusal) {
            _ = try await caller.call(
                "PUT", path(of: name), query: query, body: note, isRepeatable: false)
            return true
        } catch {
            switch error.kind {
            case "other-note": return false
            case "expired": throw SyncError.expiredInvitation
            default: throw error.explained
            }
        }
    }

    func remove(_ name: InvitationNote) async throws {
        _ = try await caller.request("DELETE", path(of: name))
    }

    private nonisolated func path(of name: InvitationNote) -> String {
        path(
            SyncPath.note,
            ["invitation": name.invitation.description, "note": name.kind.rawValue])
    }
}
