/** The pages before sign-in: small, and loaded together. */

export { ForgotPassword, Join, ResetPassword, SetUp } from './by-link.tsx'
export { SignIn } from './SignIn.tsx'
