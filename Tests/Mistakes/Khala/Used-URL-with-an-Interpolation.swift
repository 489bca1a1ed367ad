// A URL that the module uses is put together.
// Write `{}` for each part that only the running program knows.
import Khala

let action = "delete"

#uses("kl://Store/\(action)?id={}")
