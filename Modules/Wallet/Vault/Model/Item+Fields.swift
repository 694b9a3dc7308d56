package import TenonCore

extension Item {
    /// The values of all parts that are not empty.
    ///
    /// What only this machine knows, such as the use of the item, is left out.
    package var fields: [ItemField: SecretText] {
        var fields: [ItemField: SecretText] = [
            .presence: SecretText("1"), .kind: SecretText(kind.rawValue),
            .title: SecretText(head.title),
            .created: SecretText(String(head.created.milliseconds)),
            .unknownOverview: head.unknownOverview.encoded,
            .unknownDetails: head.unknownDetails.encoded,
        ]
        if head.isFavorite { fields[.isFavorite] = SecretText("1") }
        for tag in head.tags { fields[.tag(tag)] = SecretText("1") }
        for (name, field) in zip(customNames, head.customFields) { fields[name] = field.encoded }
        for attachment in head.attachments {
            fields[.attachment(attachment.id)] = attachment.encoded
        }
        for part in kind.parts + [.notes] { fields[ItemField(part)] = self[part] }
        if let login {
            for site in login.sites { fields[.site(site)] = SecretText("1") }
            fields[.passwordChanged] = SecretText(
                (login.isPasswordDated ? "" : "?") + String(login.passwordChanged.milliseconds))
        }
        return fields.filter { !$0.value.isEmpty }
    }

    /// Makes an item of the values of its parts; `nil` for a kind that this version does not know.
    ///
    /// - Parameter former: The item as it is here, which says in which order tags, sites, files and
    ///   further fields are, and what only this machine knows.
    package init?(_ id: ItemID, _ fields: [ItemField: SecretText], over former: Item? = nil) {
        func text(_ field: ItemField) -> String { fields[field]?.reveal() ?? "" }
        func secret(_ field: ItemField) -> SecretText { fields[field] ?? SecretText(utf8: []) }
        func keys(_ number: Int) -> [ItemField] {
            fields.keys.filter { $0.number == number }.sorted()
        }
        guard let kind = ItemKind(rawValue: text(.kind)) else { return nil }
        var head = former?.head ?? ItemHead(id: id, title: "")
        head.title = text(.title)
        head.isFavorite = fields[.isFavorite] != nil
        head.created = Timestamp(milliseconds: Int64(text(.created)) ?? 0)
        head.unknownOverview = UnknownFields(encoded: secret(.unknownOverview))
        head.unknownDetails = UnknownFields(encoded: secret(.unknownDetails))
        head.tags = Self.ordered(
            keys(ItemField.tagNumber).map { String(decoding: $0.key, as: UTF8.self) },
            like: head.tags)
        let custom = keys(ItemField.customNumber)
        var labels: [(field: ItemField, label: String)] = []
        for field in custom {
            if let label = field.customLabel { labels.append((field, label)) }
        }
        var order: [ItemField: Int] = [:]
        for (index, name) in (former?.customNames ?? []).enumerated() { order[name] = index }
        labels.sort { left, right in
            (order[left.field] ?? .max, left.field) < (order[right.field] ?? .max, right.field)
        }
        head.customFields = labels.map { CustomField(label: $0.label, encoded: secret($0.field)) }
        head.attachments = Self.files(
            keys(ItemField.attachmentNumber).map(secret), like: head.attachments)
        self.init(kind, head: head)
        for part in kind.parts + [.notes] { self[part] = secret(ItemField(part)) }
        guard case .login(var login) = self else { return }
        let date = text(.passwordChanged)
        let digits = date.hasPrefix("?") ? String(date.dropFirst()) : date
        login.sites = Self.ordered(
            keys(ItemField.siteNumber).map { String(decoding: $0.key, as: UTF8.self) },
            like: former?.login?.sites ?? [])
        login.passwordChanged = Timestamp(milliseconds: Int64(digits) ?? 0)
        login.isPasswordDated = !date.hasPrefix("?")
        self = .login(login)
    }

    /// The texts in the order of others, and those that are new after them.
    private static func ordered(_ texts: [String], like others: [String]) -> [String] {
        others.filter(texts.contains) + texts.filter { !others.contains($0) }
    }

    /// The files in the order of others, and those that are new after them; what cannot be read waits for
    /// a newer version.
    private static func files(
        _ encoded: [SecretText], like others: [Attachment]
    ) -> [Attachment] {
        var places: [ItemID: Int] = [:]
        for (place, other) in others.enumerated() { places[other.id] = place }
        return encoded.compactMap { Attachment(encoded: $0) }.sorted { left, right in
            (places[left.id] ?? .max, left.added, left.id)
                < (places[right.id] ?? .max, right.added, right.id)
        }
    }

    /// The names of the further fields, in their order.
    var customNames: [ItemField] {
        var places: [String: Int] = [:]
        return head.customFields.map { field in
            let place = places[field.label, default: 0]
            places[field.label] = place + 1
            return .custom(field.label, place)
        }
    }
}

extension CustomField {
    /// As in the details of an item, so that unknown fields keep their numbers.
    private enum Tag {
        static let value = 2
        static let isConcealed = 3
    }

    /// Reads a value of a further field; `nil` for a value of any other part.
    package init?(_ field: ItemField, _ value: SecretText) {
        guard let label = field.customLabel else { return nil }
        self.init(label: label, encoded: value)
    }

    /// The field without its label.
    package var encoded: SecretText {
        let writer = SecretWriter(capacity: 64)
        writer.field(Tag.value, value)
        if isConcealed { writer.field(Tag.isConcealed, 1) }
        unknown.encoded.withBytes { writer.bytes($0) }
        return writer.withBytes { SecretText(utf8: $0) }
    }

    /// A field as ``encoded``; what cannot be read is its text as it is.
    fileprivate init(label: String, encoded: SecretText) {
        self.init(label: label, value: encoded, isConcealed: true)
        encoded.withBytes { bytes in
            var reader = FieldReader(bytes)
            var value: SecretText?
            var isConcealed = false
            let unread = SecretWriter(capacity: 16)
            while let field = try? reader.next() {
                switch field.tag {
                case Tag.value: value = field.secret
                case Tag.isConcealed: isConcealed = field.number != 0
                default: unread.bytes(field.encoded)
                }
            }
            guard let value else { return }
            (self.value, self.isConcealed) = (value, isConcealed)
            unknown = UnknownFields(unread)
        }
    }
}
