import TenonNetworking
import WalletSyncRequests

extension HTTPRemote {
    func hasBlob(_ name: BlobName) async throws -> Bool {
        do throws(ServerRefusal) {
            _ = try await caller.call("HEAD", path(of: name))
            return true
        } catch {
            // An answer to this request cannot say why; putting the part there will.
            guard error.status == 0 else { return false }
            throw error.explained
        }
    }

    func blob(_ name: BlobName) async throws -> [UInt8]? {
        do throws(ServerRefusal) {
            return try await caller.call(
                "GET", path(of: name), maximumReply: SyncLimit.blob
            ).body
        } catch {
            guard error.kind != "no-blob" else { return nil }
            throw error.explained
        }
    }

    func put(_ blob: [UInt8], as name: BlobName) async throws -> Appended {
        do throws(ServerRefusal) {
            _ = try await caller.call("PUT", path(of: name), body: blob)
            return .there
        } catch {
            if error.kind == "other-blob" { return .other }
            throw error.explained
        }
    }

    func remove(_ name: BlobName) async throws {
        do throws(ServerRefusal) {
            _ = try await caller.call("DELETE", path(of: name))
        } catch {
            throw isUnknown(error) ? SyncError.olderServer(caller.origin) : error.explained
        }
    }

    func forget(_ numbers: ClosedRange<UInt64>, of device: DeviceID) async throws {
        let path = path(SyncPath.log, ["device": device.description])
        do throws(ServerRefusal) {
            _ = try await caller.call(
                "DELETE", path,
                query: "from=\(numbers.lowerBound)&through=\(numbers.upperBound)")
        } catch {
            throw isUnknown(error) ? SyncError.olderServer(caller.origin) : error.explained
        }
    }

    /// Whether a server does not know a request.
    private nonisolated func isUnknown(_ refusal: ServerRefusal) -> Bool {
        [404, 405].contains(refusal.status) && refusal.kind != "no-vault"
    }

    private nonisolated func path(of name: BlobName) -> String {
        path(SyncPath.blob, ["name": name.description])
    }
}
