import TenonCore
import TenonSecurity
import WalletVault

/// One-time codes as programs for KeePass files keep them, in strings of an entry.
///
/// - KeePass 2: `TimeOtp-Secret`, with `-Hex`, `-Base32` or `-Base64` behind it, `TimeOtp-Length`,
///   `TimeOtp-Period` and `TimeOtp-Algorithm`; `HmacOtp-Secret` likewise, and `HmacOtp-Counter`
///   (KeePass help, "Placeholders", "One-time passwords").
/// - KeeTrayTOTP and old versions of KeePassXC: `TOTP Seed` and `TOTP Settings`, which is `30;6`, or
///   `30;S` for Steam.
/// - Wallet: `HmacOtp-Address`, since KeePassXC makes codes by time of every address in `otp`.
enum KeePassOneTimeCode {
    private static let encodings: [(ending: String, encoding: OneTimeCode.Encoding)] = [
        ("", .text), ("-Hex", .hex), ("-Base32", .base32), ("-Base64", .base64),
    ]

    /// What the string with an address of codes by counter is called.
    static let addressKey = "HmacOtp-Address"

    /// The strings that an address or a secret becomes.
    static func fields(of code: SecretText) -> [KeePassEntry.Field] {
        func field(_ key: String, _ value: SecretText) -> KeePassEntry.Field {
            KeePassEntry.Field(key: key, value: value, isProtected: true)
        }
        guard let password = try? OneTimePassword(reading: code),
            case .counter(let counter) = password.factor
        else { return [field("otp", OneTimeAddress.complete(code))] }
        let address = field(addressKey, code)
        // KeePass makes no other codes by counter.
        guard password.algorithm == .sha1, password.digits == 6 else { return [address] }
        let secret = Base32.encode(password.secret)
        return [
            address, field("HmacOtp-Secret-Base32", secret),
            field("HmacOtp-Counter", SecretText("\(counter)")),
        ]
    }

    /// Whether a text that makes no codes here makes the right ones in programs that read `otp`.
    ///
    /// KeePassXC makes codes of every text there; those of others than these are wrong.
    static func isAddress(_ text: SecretText) -> Bool {
        OneTimeCode.read(text) == nil
            && text.withBytes { bytes in
                let bytes = OneTimeCode.trimmed(bytes)
                return ["otpauth://totp/", "key="].contains { OneTimeCode.begins(bytes, with: $0) }
            }
    }

    /// Takes the codes out of the fields of a draft; fields that make no codes here stay, and are said.
    static func take(from draft: inout ItemDraft) {
        for kind in ["TimeOtp", "HmacOtp", "TOTP"] {
            let names = kind == "TOTP" ? ["TOTP Seed", "TOTP Settings"] : names(kind)
            let found = draft.fields.filter { names.contains($0.label) && !$0.value.isEmpty }
            let values = Dictionary(found.map { ($0.label, $0.value) }) { first, _ in first }
            guard values.keys.contains(where: isSecret) else { continue }
            // A further string of the kind may make other codes.
            let isUnderstood = !draft.fields.contains { field in
                field.label.hasPrefix("\(kind)-") && !names.contains(field.label)
                    && !field.value.isEmpty
            }
            let code =
                !isUnderstood
                ? nil : kind == "TOTP" ? seed(values) : address(values) ?? code(kind, values)
            if let code, draft.oneTimePassword.isEmpty {
                draft.oneTimePassword = code
                draft.fields.removeAll { names.contains($0.label) }
            } else {
                conceal(&draft)
                if code == nil { draft.remarks.append(.oneTimeCode) }
            }
        }
    }

    private static func isSecret(_ name: String) -> Bool {
        name.contains("Otp-Secret") || name == "TOTP Seed" || name == addressKey
    }

    private static func names(_ kind: String) -> [String] {
        encodings.map { "\(kind)-Secret\($0.ending)" }
            + ["Length", "Period", "Algorithm", "Counter", "Address"].map { "\(kind)-\($0)" }
    }

    private static func code(_ kind: String, _ values: [String: SecretText]) -> SecretText? {
        func text(_ name: String) -> String { values["\(kind)-\(name)"]?.reveal() ?? "" }
        func number(_ name: String, else usual: Int) -> Int? {
            text(name).isEmpty ? usual : Int(text(name).trimmingSpaces)
        }
        let secrets = encodings.compactMap { ending, encoding in
            values["\(kind)-Secret\(ending)"].map { OneTimeCode.secret($0, in: encoding) }
        }
        // Several secrets contradict each other.
        guard secrets.count == 1, case let secret?? = secrets.first,
            let digits = number("Length", else: 6), let period = number("Period", else: 30),
            let counter = number("Counter", else: 0), counter >= 0
        else { return nil }
        return OneTimeCode.address(
            secret, algorithm: text("Algorithm"), digits: digits,
            factor: kind == "HmacOtp" ? .counter(UInt64(counter)) : .time(period: period))
    }

    /// The address that Wallet wrote, with the number that another program has counted to since.
    private static func address(_ values: [String: SecretText]) -> SecretText? {
        guard let address = values[addressKey], let kept = try? OneTimePassword(reading: address)
        else { return nil }
        var others = values
        others[addressKey] = nil
        guard others.keys.contains(where: isSecret) else { return address }
        guard let present = code("HmacOtp", others).flatMap({ try? OneTimePassword(reading: $0) }),
            present.secret == kept.secret
        else { return nil }
        if present.factor == kept.factor { return address }
        return try? OneTimePassword(
            secret: kept.secret, factor: present.factor, issuer: kept.issuer,
            account: kept.account
        ).address()
    }

    private static func seed(_ values: [String: SecretText]) -> SecretText? {
        guard let seed = values["TOTP Seed"] else { return nil }
        let settings = values["TOTP Settings"]?.reveal() ?? "30;6"
        // A third part is where a clock is asked for the time.
        let parts = settings.split(separator: ";", omittingEmptySubsequences: false).prefix(2)
            .map { Int($0.trimmingSpaces) }
        guard parts.count == 2, let period = parts[0], let digits = parts[1] else { return nil }
        if period == 30, digits == 6 { return OneTimeCode.read(seed) }
        return OneTimeCode.secret(seed, in: .base32).flatMap {
            OneTimeCode.address($0, digits: digits, factor: .time(period: period))
        }
    }

    /// What stays in the fields is a secret, whether the file says so or not.
    private static func conceal(_ draft: inout ItemDraft) {
        draft.fields = draft.fields.map { field in
            isSecret(field.label)
                ? CustomField(label: field.label, value: field.value, isConcealed: true) : field
        }
    }
}
