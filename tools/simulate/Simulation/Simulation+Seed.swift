import SeededRandom
import TenonSecurity
import WalletVault

extension Simulation {
    static func bytes(_ random: inout RandomNumbers) -> SecretBytes {
        let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
        return bytes.withUnsafeBytes { SecretBytes(copying: $0) }
    }

    static func name(_ random: inout RandomNumbers) -> ItemID {
        let digits = Array("0123456789abcdefghjkmnpqrstvwxyz")
        let text =
            "0" + String((0..<25).map { _ in digits[Int.random(in: 0..<32, using: &random)] })
        return ItemID(text) ?? ItemID()
    }
}
