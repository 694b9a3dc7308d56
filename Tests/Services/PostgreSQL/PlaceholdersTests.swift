import TenonCore
import TenonPostgreSQL
import Testing

/// Statements on a real server, which alone knows what is a text and what a comment.
@Suite("Question marks in statements for PostgreSQL")
struct PlaceholdersTests {
    private let database: any Database

    init() throws { database = try TestDatabase().database }

    @Test(
        "only those outside of quotes and comments are arguments",
        arguments: [
            "SELECT E'\\'?' || ?", "SELECT e'\\\\' || ?", "SELECT '\\' || ?",
            "SELECT $$?$$ || ?", "SELECT $tag$ $$?$ $tag$ || ?", "SELECT /* /* ? */ ? */ '' || ?",
            "SELECT 'it''s ?' || ? -- and ?", "SELECT -- ?\n'' || ?",
            "SELECT \"?\" || ? FROM (SELECT '' AS \"?\") AS s",
            "SELECT date'2026-11-25' || ?", "SELECT 'name' || ? AS e",
        ])
    func arguments(sql: String) throws {
        try database.read { connection in
            var texts: [String] = []
            try connection.query(sql, [.text("!")]) { texts.append($0.text(0)) }
            #expect(texts.count == 1 && texts[0].hasSuffix("!"))
        }
    }

    @Test("text of a caller stays what it is, whatever it looks like")
    func injection() throws {
        let text = "'; DROP TABLE entry; -- $1 ? \\'"
        try database.write {
            try $0.execute("INSERT INTO entry (k, t) VALUES (1, ?)", [.text(text)])
        }
        try database.read { connection in
            try connection.query("SELECT t FROM entry WHERE t = ?", [.text(text)]) {
                #expect($0.text(0) == text)
            }
        }
    }
}
