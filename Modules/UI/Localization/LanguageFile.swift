import TenonCore

/// The texts of a language, read from the file that an application adds.
struct LanguageFile {
    let tag: String
    private(set) var texts: [String: [String: Catalogue.Entry]] = [:]
    private(set) var sentences: [String: String] = [:]

    /// The plural forms that each counted text must have.
    private let forms: Set<String>

    /// Reads a file.
    ///
    /// - Throws: ``LanguageError`` that names the language, the line and what is wrong there.
    init(_ json: [UInt8], tag: String) throws {
        self.tag = tag
        forms = Set(PluralRule.categories(in: tag))
        let value: JSONValue
        do {
            value = try json.withUnsafeBytes { try JSONReader.read($0) }
        } catch let error as JSONError {
            throw LanguageError.badFile(tag, line: error.line, error.reason)
        }
        guard case .object(let modules) = value else {
            throw LanguageError.badFile(tag, line: 1, "The file is not an object.")
        }
        try checkNames(modules)
        for module in modules {
            for part in try members(of: module) {
                switch part.name {
                case "texts": texts[module.name] = try texts(in: part)
                case "sentences": try addSentences(in: part)
                default:
                    throw failure(
                        part, "\"\(part.name)\" is neither \"texts\" nor \"sentences\".")
                }
            }
        }
    }

    private func failure(_ member: JSONValue.Member, _ reason: Sentence) -> LanguageError {
        .badFile(tag, line: member.line, reason)
    }

    private func members(of member: JSONValue.Member) throws -> [JSONValue.Member] {
        guard case .object(let members) = member.value else {
            throw failure(member, "\"\(member.name)\" is not an object.")
        }
        try checkNames(members)
        return members
    }

    private func checkNames(_ members: [JSONValue.Member]) throws {
        var known: Set<String> = []
        for member in members where !known.insert(member.name).inserted {
            throw failure(member, "\"\(member.name)\" is there twice.")
        }
    }

    private func texts(in part: JSONValue.Member) throws -> [String: Catalogue.Entry] {
        var texts: [String: Catalogue.Entry] = [:]
        for member in try members(of: part) {
            if let text = member.value.string {
                texts[member.name] = .text(text)
            } else {
                texts[member.name] = .plural(try plural(member))
            }
        }
        return texts
    }

    private mutating func addSentences(in part: JSONValue.Member) throws {
        for member in try members(of: part) {
            sentences[member.name] = try text(member)
        }
    }

    private func text(_ member: JSONValue.Member) throws -> String {
        guard let text = member.value.string else {
            throw failure(member, "\"\(member.name)\" is not a text.")
        }
        return text
    }

    private func plural(_ member: JSONValue.Member) throws -> [String: String] {
        guard case .object = member.value else {
            throw failure(member, "\"\(member.name)\" is neither a text nor plural forms of one.")
        }
        var texts: [String: String] = [:]
        for form in try members(of: member) {
            guard PluralRule.allCategories.contains(form.name) else {
                throw failure(form, "\"\(form.name)\" is not a plural form.")
            }
            texts[form.name] = try text(form)
        }
        guard let missing = forms.subtracting(texts.keys).min() else { return texts }
        throw failure(member, "\"\(member.name)\" lacks the plural form \"\(missing)\".")
    }
}
