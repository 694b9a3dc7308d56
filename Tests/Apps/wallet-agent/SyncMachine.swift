import Foundation
import TestSupport
import Testing

/// A machine of a person, with its own home and agent.
struct SyncMachine {
    let home: AgentHome

    func result(
        _ arguments: [String], input: String = "", adding variables: [String: String] = [:]
    ) async throws -> Program.Result {
        try await Program(
            built: "wallet", environment: home.environment.merging(variables) { $1 }
        ).run(arguments, input: input)
    }

    /// What a command writes, which must succeed.
    func wallet(_ arguments: [String], input: String = "") async throws -> String {
        let result = try await result(arguments, input: input)
        try #require(result.status == 0, "\(arguments): \(result.errors)")
        return result.output
    }

    func status(_ arguments: [String]) async throws -> Int32 {
        try await result(arguments).status
    }

    /// The state of sync, and the exit status that goes with it, such as `in-step 0`.
    func syncState() async throws -> String {
        let result = try await result(["sync", "status", "--plain"])
        return "\(result.output.prefix { $0 != "\t" }) \(result.status)"
    }

    /// Unlocks the vault, by an agent that is started with further variables.
    func unlock(adding variables: [String: String] = [:]) async throws {
        let unlock = ["unlock", "--passphrase-file", home.path("passphrase")]
        let result = try await result(unlock, adding: variables)
        try #require(result.status == 0, "\(result.errors)")
    }

    /// What a command writes as JSON.
    func document(_ arguments: [String]) async throws -> [String: Any] {
        let output = try await wallet(arguments + ["--json"])
        let document = try JSONSerialization.jsonObject(with: Data(output.utf8))
        return try #require(document as? [String: Any], "\(arguments): \(output)")
    }

    func password(of name: String) async throws -> String {
        let item = try await document(["show", name, "--reveal"])
        return item["password"] as? String ?? "\(item)"
    }
}
