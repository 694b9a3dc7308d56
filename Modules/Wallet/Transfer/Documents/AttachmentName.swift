import WalletVault

/// The names that the files of other programs get in a vault, and those of a vault in other files.
enum AttachmentName {
    /// The most bytes of a name.
    private static let limit = 255
    /// The most bytes of what stands behind the last dot to count as an ending.
    private static let endingLimit = 16
    /// What a file without a name is called.
    private static let unnamed = "file"

    /// The name that is nearest to a given one, and that a file can have anywhere.
    ///
    /// What separates folders, and control characters, become underlines.
    static func fitting(_ name: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in name.unicodeScalars { scalars.append(isFit(scalar) ? scalar : "_") }
        let name = String(scalars).trimmingSpaces
        return name.allSatisfy { $0 == "." } ? unnamed : shortened(name, with: "")
    }

    /// A name that none of the others has: the given one, or that with the first number that is free.
    static func free(_ name: String, besides others: Set<String>) -> String {
        let name = fitting(name)
        guard others.contains(name) else { return name }
        var number = 2
        while others.contains(numbered(name, number)) { number += 1 }
        return numbered(name, number)
    }

    /// Whether a file may have its name from another one, by ``free(_:besides:)``.
    static func isVariant(_ candidate: String, of name: String) -> Bool {
        let (candidate, name) = (fitting(candidate), fitting(name))
        guard candidate != name else { return true }
        let (stem, _) = parts(of: candidate)
        guard stem.hasSuffix(")"), let start = stem.lastIndex(of: "("),
            let number = Int(stem[stem.index(after: start)...].dropLast())
        else { return false }
        return numbered(name, number) == candidate
    }

    private static func numbered(_ name: String, _ number: Int) -> String {
        shortened(name, with: " (\(number))")
    }

    /// A name with something before its ending, short enough.
    private static func shortened(_ name: String, with addition: String) -> String {
        var (stem, ending) = parts(of: name)
        while stem.utf8.count + addition.utf8.count + ending.utf8.count > limit {
            stem.removeLast()
        }
        return stem + addition + ending
    }

    private static func parts(of name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex,
            name[dot...].utf8.count <= endingLimit
        else { return (name, "") }
        return (String(name[..<dot]), String(name[dot...]))
    }

    private static func isFit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: scalar != "/" && scalar != "\\"
        }
    }
}
