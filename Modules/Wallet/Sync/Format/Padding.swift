/// Padded lengths, which reveal little: Padmé, of Nikitin, Barman, Lueks, Underwood, Hubaux, Ford,
/// "Reducing Metadata Leakage from Encrypted Files and Communication with PURBs" (PETS 2019).
enum Padding {
    /// The padded length of a text, at most 12 % longer.
    static func padded(_ length: Int) -> Int {
        guard length > 1 else { return length }
        let exponent = Int.bitWidth - 1 - length.leadingZeroBitCount
        let kept = Int.bitWidth - exponent.leadingZeroBitCount
        let mask = 1 << max(0, exponent - kept) - 1
        return (length + mask) & ~mask
    }
}
