import TenonCore
import WalletVault

/// The fields of RoboForm, each `name,…,…,type,value` (`RfFieldsV2`).
enum RoboFormField {
    /// Takes fields into a draft.
    static func read(_ fields: [SecretText], _ draft: inout ItemDraft) {
        for field in fields where !field.isEmpty {
            field.withBytes { bytes in
                let parts = bytes.split(
                    separator: UInt8(ascii: ","), maxSplits: 4, omittingEmptySubsequences: false)
                guard parts.count == 5 else {
                    return draft.add("RfFieldsV2", field, isConcealed: true)
                }
                let name = String(decoding: parts[0], as: UTF8.self)
                let value = SecretText(utf8: UnsafeRawBufferPointer(rebasing: parts[4]))
                // Most often they only repeat what the row says.
                let known = [
                    "User ID$": SecretText(draft.userName), "Password$": draft.password,
                    "Script$": SecretText(utf8: []),
                ][name]
                if let known, value.isEmpty || value == known { return }
                if name == "TOTP KEY$" { return draft.take(oneTimeCode: value) }
                let isSecret = parts[3].elementsEqual(Array("pwd".utf8)) || known != nil
                draft.add(name == "-no-name-" ? "" : name, value, isConcealed: isSecret)
            }
        }
    }
}
