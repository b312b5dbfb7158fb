import { type Call, json, type Reply } from '../http/call.ts'

export interface GraphProblem {
  code: number
  subcode?: number
  message: string
  title?: string
  userMessage?: string
  type?: string
  transient?: boolean
  status?: number
}

/** The error body of all Graph hosts. */
export function graphError(call: Call, problem: GraphProblem): Reply {
  const error: Record<string, unknown> = {
    message: problem.message,
    type: problem.type ?? 'OAuthException',
    code: problem.code,
  }
  if (problem.subcode !== undefined) error.error_subcode = problem.subcode
  error.is_transient = problem.transient ?? false
  if (problem.title !== undefined) error.error_user_title = problem.title
  if (problem.userMessage !== undefined) error.error_user_msg = problem.userMessage
  error.fbtrace_id = call.world.ids.word('A', 22)
  return json(problem.status ?? 400, { error })
}

/** The code exchange uses another format than the rest. */
export function oauthError(message: string): Reply {
  return json(400, { error_type: 'OAuthException', code: 400, error_message: message })
}

export const invalidParameter = (message: string): GraphProblem => ({ code: 100, message })

export const objectMissing = (id: string, verb = 'get'): GraphProblem => ({
  code: 100,
  subcode: 33,
  type: 'GraphMethodException',
  message: `Unsupported ${verb} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api`,
})

export const missingPermission: GraphProblem = {
  code: 10,
  message: '(#10) Application does not have permission for this action',
}

export const TOKEN_PROBLEMS: Record<'missing' | 'unknown' | 'revoked' | 'expired', GraphProblem> = {
  missing: { code: 2500, message: 'An active access token must be used to query information about the current user.' },
  unknown: { code: 190, message: 'Invalid OAuth access token - Cannot parse access token' },
  revoked: {
    code: 190,
    subcode: 458,
    message: 'Error validating access token: The user has not authorized application sandbox-app.',
  },
  expired: { code: 190, subcode: 463, message: 'Error validating access token: Session has expired.' },
}

/** The entries of Instagram's error reference that the simulator can produce. */
export const INSTAGRAM_PROBLEMS = {
  slowDownload: {
    code: -2,
    subcode: 2207003,
    message: 'It takes too long to download the media.',
    title: 'Download media timeout',
  },
  expired: {
    code: -2,
    subcode: 2207020,
    message: 'The media has expired.',
    title: 'Media expired',
    userMessage: 'Please create a new container.',
  },
  createFailed: {
    code: -1,
    subcode: 2207032,
    message: 'Create media fail, please try to re-create media.',
    title: 'Create media failed',
  },
  thumbOffset: {
    code: 1,
    subcode: 2207057,
    message: 'Thumbnail offset must be greater than or equal to 0 and less than video duration.',
  },
  restricted: {
    code: 25,
    subcode: 2207050,
    message: 'The Instagram account is restricted.',
    title: 'Account restricted',
    userMessage: 'The Instagram professional account is inactive, checkpointed, or restricted.',
  },
  quota: {
    code: 9,
    subcode: 2207042,
    message: 'Application request limit reached',
    title: 'Maximum posts published',
    userMessage: 'You reached the maximum number of posts that is allowed to be published by Content Publishing API.',
  },
  notFound: {
    code: 24,
    subcode: 2207006,
    message: 'The requested resource does not exist',
    title: 'Media not found',
    userMessage: 'The media cannot be found, possibly because of a permission error or the token.',
  },
  unknownType: { code: 100, subcode: 2207023, message: 'The media type is unknown.', title: 'Unknown media type' },
  carousel: {
    code: 100,
    subcode: 2207028,
    message: 'Your post won’t work as a carousel. Carousels need at least 2 and no more than 10 items.',
    title: 'Carousel validation failed',
  },
  videoFormat: {
    code: 352,
    subcode: 2207026,
    message: 'The video format is not supported.',
    title: 'Unsupported video format',
  },
  unreachable: {
    code: 9004,
    subcode: 2207052,
    message: 'Only photo or video can be accepted as media type.',
    title: 'Media download has failed. The media URI doesn’t meet our requirements.',
    userMessage: 'The media could not be fetched from this URI.',
  },
  notReady: {
    code: 9007,
    subcode: 2207027,
    message: 'Media ID is not available',
    title: 'Media ID is not available',
    userMessage: 'The media is not ready for publishing, please wait for a moment.',
  },
  imageTooLarge: {
    code: 36000,
    subcode: 2207004,
    message: 'The image size is too large.',
    title: 'Image size too large',
    userMessage: 'The image is too large to download. It should be less than 8 MiB.',
  },
  imageFormat: {
    code: 36001,
    subcode: 2207005,
    message: 'The image format is not supported.',
    title: 'Unsupported image format',
    userMessage: 'Please use JPEG.',
  },
  aspectRatio: {
    code: 36003,
    subcode: 2207009,
    message: 'The aspect ratio is not supported.',
    title: 'Unsupported aspect ratio',
  },
  captionTooLong: { code: 36004, subcode: 2207010, message: 'The caption is too long.', title: 'Caption too long' },
  spam: {
    code: 4,
    subcode: 2207051,
    message: 'Application request limit reached',
    title: 'Action is blocked',
    userMessage: 'We restrict certain activity to protect our community. Tell us if you think we made a mistake.',
  },
} satisfies Record<string, GraphProblem>

export const THREADS_PROBLEMS = {
  notFound: {
    code: 24,
    subcode: 4279009,
    message: 'The requested resource does not exist',
    title: 'Media Not Found',
    userMessage: 'The media with the given ID cannot be found.',
  },
  restricted: { code: 25, subcode: 4279013, message: 'The user is restricted.', title: 'User restricted' },
  unreachable: {
    code: 1,
    subcode: 2207052,
    message: 'An unknown error occurred',
    title: 'Media download has failed.',
    userMessage: 'The media could not be fetched from this URI.',
  },
  linkLimit: {
    code: 100,
    message: 'THREADS_API__LINK_LIMIT_EXCEEDED',
    title: 'Too many links',
    userMessage: 'A post can have at most 5 unique links.',
  },
  quota: {
    code: 9,
    subcode: 2207042,
    message: 'Application request limit reached',
    title: 'Maximum posts published',
    userMessage: 'You reached the maximum number of posts that can be published within 24 hours.',
  },
  spam: INSTAGRAM_PROBLEMS.spam,
} satisfies Record<string, GraphProblem>
