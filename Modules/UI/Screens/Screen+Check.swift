extension Screen {
    /// Checks that values belong to fields of this screen and are of their kind.
    ///
    /// What a value says is for the scene to judge, which explains it next to the field.
    ///
    /// - Throws: ``SessionError`` for the first unknown field or value that does not fit.
    func check(_ values: [String: FieldValue]) throws {
        for (id, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let field = field(id) else {
                throw SessionError.unknownField(id)
            }
            guard field.kind.takes(value) else { throw SessionError.wrongValue(field) }
        }
    }
}

extension Field.Kind {
    /// Whether a value is of this kind.
    fileprivate func takes(_ value: FieldValue) -> Bool {
        switch (self, value) {
        case (.text, .text), (.number, .text), (.date, .text), (.month, .text),
            (.secret, .secret), (.toggle, .toggle), (.tokens, .choices), (.file, .file):
            true
        case (.choice(let current, let options), .text(let id)):
            id == current || options.contains { $0.id == id }
        case (.choices(let current, let options), .choices(let ids)):
            ids.allSatisfy { id in current.contains(id) || options.contains { $0.id == id } }
        case (.text, _), (.number, _), (.date, _), (.month, _), (.secret, _), (.toggle, _),
            (.file, _), (.choice, _), (.choices, _), (.tokens, _):
            false
        }
    }
}
