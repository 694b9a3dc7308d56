import TenonCore

/// A group of a KeePass file.
struct KeePassGroup: Sendable, Equatable {
    /// What it is called; names may have `/`, and groups in one place the same one.
    var name: String
    /// 16 bytes that name it; empty when it has none yet.
    var uuid: [UInt8] = []
}

extension KeePassGroup: ExpressibleByStringLiteral {
    init(stringLiteral name: String) { self.init(name: name) }
}

extension [KeePassGroup] {
    /// The names one after the other, as a tag has them.
    var path: String { map(\.name).joined(separator: "/") }

    /// Reads the text that a hidden field keeps: the path, or JSON when the path does not say it all.
    init(kept text: SecretText) {
        if let values = (try? JSONReader.read(text))?.elements, !values.isEmpty,
            values.allSatisfy({ $0["name"] != nil })
        {
            self = values.map { value in
                KeePassGroup(
                    name: value["name"]?.text ?? "",
                    uuid: Base64.decode(value["uuid"]?.text ?? "") ?? [])
            }
        } else {
            self = text.reveal().split(separator: "/").map { KeePassGroup(name: String($0)) }
        }
    }

    /// The text that a hidden field keeps.
    var kept: SecretText {
        let path = SecretText(path)
        guard [KeePassGroup](kept: path) != self else { return path }
        return JSONValue.array(
            map { ["name": .string($0.name), "uuid": .string(Base64.encode($0.uuid))] }
        ).written
    }

    /// As many groups inside of each other as are written at most; further names go to the last one.
    func limited(to depth: Int) -> [KeePassGroup] {
        guard count > depth else { return self }
        return prefix(depth - 1) + [KeePassGroup(name: Array(dropFirst(depth - 1)).path)]
    }
}
