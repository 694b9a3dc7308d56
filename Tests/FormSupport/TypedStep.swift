/// What somebody does with a form, chosen by a seed.
enum TypedStep {
    case type
    /// Something else of the form, such as making a secret.
    case act
    case save
    /// Something comes from elsewhere, or everything is shown afresh.
    case change
    case leave

    /// The next step: half of them type.
    static func next(using random: inout some RandomNumberGenerator) -> TypedStep {
        switch Int.random(in: 0..<10, using: &random) {
        case 0...4: .type
        case 5: .act
        case 6: .save
        case 7: .change
        default: .leave
        }
    }
}
