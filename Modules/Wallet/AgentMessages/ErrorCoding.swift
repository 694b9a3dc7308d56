package import TenonCore
package import WalletAgentLink
import WalletVault

/// Errors on their way from the agent to a client, which throws them as if they were its own.
package enum ErrorCoding {
    /// The form in which a client gets an error.
    ///
    /// - Parameter say: The text of a sentence in the person's language, for clients that only print.
    package static func refusal(
        _ error: any Error, say: (Sentence) -> String = { "\($0)" }
    ) -> LinkError.Refusal {
        let explanation = Explanation(error)
        let details = Frame(.failure)
        explanation.message.write(to: details)
        explanation.remedy.write(to: details)
        // Findings name items and places; what cannot be written is left out.
        try? ((error as? VaultError)?.findings ?? []).write(to: details)
        return LinkError.Refusal(
            code: explanation.code.name, status: explanation.code.status.rawValue,
            text: say(explanation.sentence), details: details.withBody { [UInt8]($0) })
    }

    /// The error that the agent was told about.
    ///
    /// - Returns: A `VaultError` for those of the vault, an ``AgentError`` for others.
    package static func error(_ refusal: LinkError.Refusal) -> any ExplainedError {
        let code = ErrorCode(
            refusal.code, ExitStatus(rawValue: refusal.status) ?? .failure)
        let parts = try? refusal.details.withUnsafeBytes { bytes in
            var reader = FrameReader(bytes)
            return (
                message: try Sentence(reading: &reader), remedy: try Sentence(reading: &reader),
                findings: (try? [VaultFinding](reading: &reader)) ?? []
            )
        }
        guard let parts else {
            return AgentError(code, Sentence(verbatim: refusal.text))
        }
        guard code.name.hasPrefix("vault.") else {
            return AgentError(code, parts.message, remedy: parts.remedy)
        }
        return VaultError(
            code, parts.message, remedy: parts.remedy, findings: parts.findings)
    }
}
