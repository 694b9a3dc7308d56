import TenonUI

extension LineRenderer {
    /// The destinations under their headings, each with what is typed to get there.
    func places(of screen: Screen) -> [String] {
        var lines = layout.heading(localizer(UIText.places), level: 2)
        var number = 0
        for (title, destinations) in screen.destinationGroups {
            if number > 0 { lines.append("") }
            if !title.isEmpty { lines += layout.heading(title, level: 3) }
            for destination in destinations {
                number += 1
                lines += layout.keys([
                    LineLayout.Key(key: "g \(number)", title: text(of: destination))
                ])
            }
        }
        return lines
    }

    /// The title of a destination with its count and badge, and that one is there.
    private func text(of destination: Destination) -> String {
        var text = destination.title
        if let count = destination.count { text += " (\(localizer.number(count)))" }
        if let badge = destination.badge { text += " (\(badge.signedText))" }
        return destination.isCurrent ? "\(text) – \(localizer(LineText.here))" : text
    }
}
