/// A part of a whole, such as of a task that is done.
package struct Portion {
    /// The part, from 0 to 1.
    package let value: Double

    /// Takes the nearest part for a number outside 0 to 1, and none for one that is not finite.
    package init(_ fraction: Double) {
        value = fraction.isFinite ? min(1, max(0, fraction)) : 0
    }

    /// The full per cents, with their sign.
    package var percent: String { "\(Int((value * 100).rounded(.down))) %" }
}
