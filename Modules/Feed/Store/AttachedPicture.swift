package import FeedAPI
import TenonCore

/// What stays visible of a picture where it is cut off.
package enum VisiblePart: String, Sendable, Codable, CaseIterable {
    case middle, top, bottom, left, right

    /// The point of it that servers are told.
    package var focus: Focus {
        switch self {
        case .middle: .middle
        case .top: Focus(x: 0, y: 1)
        case .bottom: Focus(x: 0, y: -1)
        case .left: Focus(x: -1, y: 0)
        case .right: Focus(x: 1, y: 0)
        }
    }
}

/// A picture of a post that is being written; its bytes are kept apart.
package struct AttachedPicture: Sendable, Hashable, Codable {
    /// Names it on this machine; later pictures have greater numbers.
    package let number: Int64
    /// The name of its file, without folders.
    package let name: String
    /// Its alternative text, as it was typed; empty for none.
    package var description = ""
    /// What stays visible of it.
    package var part = VisiblePart.middle
}

extension FeedRecords {
    /// A picture as it is kept until its post is there.
    struct Upload: Sendable {
        let place: Int64
        let picture: Picture
        /// Its alternative text; `nil` for none.
        let description: String?
        let part: VisiblePart
        /// Its name on the server; `nil` before it has got there.
        let media: MediaID?
    }

    /// What the pictures of a post are kept by while it is written.
    private func subject(_ answered: PostID?) -> String { "writing \(answered?.text ?? "")" }

    /// Keeps a picture of what is being written, behind the others.
    func attach(
        _ picture: Picture, answering answered: PostID?, of account: Int64
    ) throws -> AttachedPicture {
        let number = try nextNumber()
        try connection.execute(
            """
            INSERT INTO feed_picture
                (account, subject, place, name, type, description, content, media)
                VALUES (?, ?, ?, ?, ?, '', ?, '')
            """,
            [
                .integer(account), .text(subject(answered)), .integer(number),
                .text(picture.name), .text(picture.type), .blob(picture.bytes),
            ])
        return AttachedPicture(number: number, name: picture.name)
    }

    /// The pictures of what is being written, as they were attached, in their order.
    func attachedPictures(
        answering answered: PostID?, of account: Int64
    ) throws -> [AttachedPicture] {
        var pictures: [AttachedPicture] = []
        try connection.query(
            "SELECT place, name FROM feed_picture WHERE account = ? AND subject = ? ORDER BY place",
            [.integer(account), .text(subject(answered))]
        ) { pictures.append(AttachedPicture(number: $0.integer(0), name: $0.text(1))) }
        return pictures
    }

    /// Throws a picture of what is being written away, or all of them.
    func removePictures(
        _ number: Int64? = nil, answering answered: PostID?, of account: Int64
    ) throws {
        try connection.execute(
            """
            DELETE FROM feed_picture WHERE account = ? AND subject = ?
                AND place >= ? AND place <= ?
            """,
            [
                .integer(account), .text(subject(answered)), .integer(number ?? 0),
                .integer(number ?? .max),
            ])
    }

    /// Hands pictures of what was being written over to the errand that posts it.
    ///
    /// - Throws: ``FeedStoreError`` when one is not there any more: nobody posts without it unknowingly.
    func move(
        _ pictures: [AttachedPicture], answering answered: PostID?, to errand: Errand,
        of account: Int64
    ) throws {
        for picture in pictures {
            let count = try connection.execute(
                """
                UPDATE feed_picture SET subject = ?, description = ?, part = ?
                    WHERE account = ? AND subject = ? AND place = ?
                """,
                [
                    .text(errand.subject), .text(picture.description.trimmed),
                    .text(picture.part.rawValue), .integer(account), .text(subject(answered)),
                    .integer(picture.number),
                ])
            guard count > 0 else { throw FeedStoreError.noPicture(picture.name) }
        }
    }

    /// Takes the pictures of an errand back, to write on.
    func takeBackPictures(
        of errand: Errand, answering answered: PostID?, of account: Int64
    ) throws -> [AttachedPicture] {
        let pictures = try pictures(of: errand, of: account).map {
            AttachedPicture(
                number: $0.place, name: $0.picture.name, description: $0.description ?? "",
                part: $0.part)
        }
        try connection.execute(
            """
            UPDATE feed_picture SET subject = ?, media = '' WHERE account = ? AND subject = ?
            """,
            [.text(subject(answered)), .integer(account), .text(errand.subject)])
        return pictures
    }

    /// The pictures of an errand, in their order.
    func pictures(of errand: Errand, of account: Int64) throws -> [Upload] {
        var uploads: [Upload] = []
        try connection.query(
            """
            SELECT place, name, type, description, content, media, part FROM feed_picture
                WHERE account = ? AND subject = ? ORDER BY place
            """, [.integer(account), .text(errand.subject)]
        ) { row in
            let description = row.text(3)
            uploads.append(
                Upload(
                    place: row.integer(0),
                    picture: Picture(row.blob(4), name: row.text(1), type: row.text(2)),
                    description: description.isEmpty ? nil : description,
                    part: VisiblePart(rawValue: row.text(6)) ?? .middle,
                    media: MediaID(row.text(5))))
        }
        return uploads
    }

    /// Notes under which name a picture of an errand is at the server; `nil` when it is not there.
    func set(
        _ media: MediaID?, of errand: Errand, at place: Int64? = nil, _ account: Int64
    ) throws {
        try connection.execute(
            """
            UPDATE feed_picture SET media = ?
                WHERE account = ? AND subject = ? AND place >= ? AND place <= ?
            """,
            [
                .text(media?.text ?? ""), .integer(account), .text(errand.subject),
                .integer(place ?? 0), .integer(place ?? .max),
            ])
    }
}
