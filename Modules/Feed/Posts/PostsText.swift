import TenonUI

/// The texts of this feature.
enum PostsText: String, LocalizedKey {
    case picture, pictures, noText, sharedBy, liked, sensitive, like, unlike, author, likeCount,
        answerCount, waiting, offline, unseen, title, postTitle, commentsTitle, noComments, loading,
        noDescription, pictureLabel, by, when, likes, likedByYou, comments, reveal, delete,
        deleteTitle, deleteMessage, answer, likers, refresh, noWordsTitle, noWordsMessage,
        noWordsConfirm, write, writeHelp, sending, sendingPictures, stopSending, text, nothing,
        warning, warningHelp, visibility, visibleToAll, visibleUnlisted, visibleToFollowers,
        visibleToMentioned, file, description, descriptionHelp, send, posted, mostCharacters,
        tooLong, unknownPicture, answered, discardMessage, attach, remove, numberedPicture,
        coverPictures, coverPicturesHelp, part, partHelp, partMiddle, partTop, partBottom, partLeft,
        partRight

    static let catalogue = Catalogue(json: PackageResources.Strings_json)
}
