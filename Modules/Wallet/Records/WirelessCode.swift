import TenonCore
import TenonMemory
import WalletVault

/// What a QR code says that lets a device join a Wi-Fi network.
///
/// Source: ZXing, "Barcode Contents", Wi-Fi Network config (Android, iOS 11+).
enum WirelessCode {
    private static let special = Set("\\;,:\"".utf8)

    /// `WIFI:T:WPA;S:name;P:password;H:true;;`; `nil` for anything but a network with a name.
    static func text(of record: Record) -> SecretText? {
        guard let name = record[.networkName], !name.isEmpty else { return nil }
        let password = record[.password] ?? SecretText(utf8: [])
        let text = SecretBuffer()
        text.append("WIFI:T:")
        let type = type(record[.security]?.reveal() ?? "", hasPassword: !password.isEmpty)
        text.append(type)
        text.append(";S:")
        // A name of hexadecimal digits only would be taken for the bytes that they stand for.
        let isQuoted = name.withBytes { $0.allSatisfy { Character(UnicodeScalar($0)).isHexDigit } }
        if isQuoted { text.append("\"") }
        append(name, to: text)
        if isQuoted { text.append("\"") }
        if type != "nopass" {
            text.append(";P:")
            append(password, to: text)
        }
        if record[.hiddenNetwork] == SecretText(PartText.yes) { text.append(";H:true") }
        text.append(";;")
        return text.text
    }

    /// The name of a protection; what another program calls it is WPA in some version.
    private static func type(_ security: String, hasPassword: Bool) -> String {
        guard hasPassword, security != WirelessSecurity.open.rawValue else { return "nopass" }
        return security.uppercased().hasPrefix("WEP") ? "WEP" : "WPA"
    }

    private static func append(_ value: SecretText, to text: SecretBuffer) {
        value.withBytes { bytes in
            for byte in bytes {
                if special.contains(byte) { text.append(UInt8(ascii: "\\")) }
                text.append(byte)
            }
        }
    }
}
