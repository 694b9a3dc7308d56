extension Theme {
    /// Two colours that are too much alike for what they are used for.
    struct Fault: CustomStringConvertible {
        let role: ColorRole
        let ground: ColorRole
        let colors: (String, String)
        let contrast: Double
        let least: Double

        /// Both roles with their colours, the contrast, and what it has to be: without words.
        var description: String {
            let shown = (contrast * 100).rounded(.down) / 100
            return "\(role.rawValue) \(colors.0) / \(ground.rawValue) \(colors.1)"
                + " = \(shown) < \(least)"
        }
    }

    /// What is hard to read or to find, by WCAG 2.2, 1.4.3 (text) and 1.4.11 (lines, the focus).
    var faults: [Fault] {
        let texts: [ColorRole] = [.text, .secondaryText, .accent, .positive, .caution, .critical]
        let grounds: [ColorRole] = [.background, .surface, .field]
        var pairs = texts.flatMap { role in grounds.map { (role, $0, 4.5) } }
        pairs.append((.onAccent, .accent, 4.5))
        pairs += [ColorRole.border, .focus].flatMap { role in grounds.map { (role, $0, 3) } }
        return pairs.compactMap { role, ground, least in
            let contrast = self[role].contrast(to: self[ground])
            guard contrast < least else { return nil }
            return Fault(
                role: role, ground: ground, colors: (self[role].hex, self[ground].hex),
                contrast: contrast, least: least)
        }
    }
}
