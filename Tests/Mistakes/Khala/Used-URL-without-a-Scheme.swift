// A URL that the module uses has no scheme.
// Write the URL as it is called, with its scheme and host.
import Khala

#uses("Store/delete")
