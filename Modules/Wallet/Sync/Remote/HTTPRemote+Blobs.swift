import TenonNetworking
import WalletSyncRequests

extension HTTPRemote {
    func hasBlob(_ name: BlobName) async throws -> Bool {
        do throws(ServerRefusal) {
            _ = try await caller.call("HEAD", path(of: name))
            return true
        } catch {
            guard error.status != 404 else { return false }
            // An answer to this request has no content, which would say why.
            let kinds = [403: "foreign-device", 429: "too-many"]
            guard error.status > 0 else { throw error.explained }
            throw SyncError.refused(
                kinds[error.status] ?? "busy", status: error.status, by: caller.origin, wait: nil)
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
        _ = try await caller.request("DELETE", path(of: name))
    }

    func forget(_ numbers: ClosedRange<UInt64>, of device: DeviceID) async throws {
        let path = path(SyncPath.log, ["device": device.description])
        _ = try await caller.request(
            "DELETE", path, query: "from=\(numbers.lowerBound)&through=\(numbers.upperBound)")
    }

    private nonisolated func path(of name: BlobName) -> String {
        path(SyncPath.blob, ["name": name.description])
    }
}
