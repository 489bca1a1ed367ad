// A callback takes two parameters.
// It takes the context, or nothing; values are in `context.param`.
import RheaTime

#rhea(time: "userDidLogin") { user, place in print(user, place) }
// 31: error: contextual closure type '@MainActor @Sendable (RheaContext) throws -> Void' expects 1
//   argument, but 2 were used in closure body
